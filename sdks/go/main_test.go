package mnema

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const serverStartLimit = 60 * time.Second

// TestMain starts a server from the repository for the examples and sets the environment so that New finds it.
func TestMain(m *testing.M) {
	os.Exit(runWithServer(m))
}

func runWithServer(m *testing.M) int {
	folder, err := os.MkdirTemp("", "mnema-go-")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(folder)
	server, err := startServer(folder)
	if err != nil {
		return fail(err)
	}
	defer server.stop()
	for name, value := range map[string]string{
		apiKeyVariable: server.key, baseURLVariable: server.url, "EMAIL": server.email, "PASSWORD": server.password,
	} {
		if err := os.Setenv(name, value); err != nil {
			return fail(err)
		}
	}
	return m.Run()
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

type runningServer struct {
	process                   *exec.Cmd
	url, email, password, key string
}

func startServer(folder string) (*runningServer, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	process := exec.Command(filepath.Join(root, "node_modules/node/bin/node"), filepath.Join(root, "server/src/cli/mnema.ts"), "start")
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "MNEMA_") {
			process.Env = append(process.Env, variable)
		}
	}
	process.Env = append(process.Env, "MNEMA_PORT=0", "MNEMA_DATA_DIR="+folder, "MNEMA_WEBHOOK_ALLOW_PRIVATE=true")
	process.Stderr = os.Stderr
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("the server of the examples cannot be started, npm run setup may help: %w", err)
	}
	server := &runningServer{process: process}
	impatient := time.AfterFunc(serverStartLimit, func() { process.Process.Kill() })
	defer impatient.Stop()
	if err := server.readBanner(output); err != nil {
		server.stop()
		return nil, err
	}
	return server, nil
}

var (
	bannerURL      = regexp.MustCompile(`ready at (http:\S+)`)
	bannerEmail    = regexp.MustCompile(`Email: +(\S+)`)
	bannerPassword = regexp.MustCompile(`Password: +(\S+)`)
	bannerKey      = regexp.MustCompile(`API key: +(mnk_\S+)`)
)

func (s *runningServer) readBanner(output io.Reader) error {
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		for field, pattern := range map[*string]*regexp.Regexp{
			&s.url: bannerURL, &s.email: bannerEmail, &s.password: bannerPassword, &s.key: bannerKey,
		} {
			if match := pattern.FindStringSubmatch(lines.Text()); match != nil {
				*field = match[1]
			}
		}
		if s.url != "" && s.email != "" && s.password != "" && s.key != "" {
			go io.Copy(io.Discard, output)
			return nil
		}
	}
	return fmt.Errorf("the server ended before it was ready")
}

func (s *runningServer) stop() {
	s.process.Process.Kill()
	s.process.Wait()
}
