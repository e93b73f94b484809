// Command chart does what helm lint, helm template, kubeconform and helm package do, with their packages. Those build in
// a fraction of the time that the programs take.
//
//	chart check <folder> <schemas> [values file…]
//	chart package <folder> <target>
package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/yannh/kubeconform/pkg/validator"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/v2/lint"
	"helm.sh/helm/v4/pkg/chart/v2/lint/support"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("usage: chart check <folder> <schemas> [values file…] | chart package <folder> <target>")
	}
	command, folder, target := args[0], args[1], args[2]
	if command == "package" {
		return pack(folder, target)
	}
	return check(folder, target, args[3:])
}

func pack(folder, target string) error {
	chart, err := loader.Load(folder)
	if err != nil {
		return err
	}
	file, err := chartutil.Save(chart, target)
	fmt.Println(file)
	return err
}

// check checks the chart with its own values and with those of each file.
func check(folder, schemas string, files []string) error {
	validate, err := validator.New(
		[]string{schemas + "/{{.ResourceKind}}{{.KindSuffix}}.json"},
		validator.Opts{Strict: true},
	)
	if err != nil {
		return err
	}
	problems := checkValues(folder, common.Values{}, validate)
	for _, file := range files {
		values, err := common.ReadValuesFile(file)
		if err != nil {
			return err
		}
		problems = errors.Join(problems, inFile(file, checkValues(folder, values, validate)))
	}
	return problems
}

func inFile(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("with %s:\n%w", file, err)
}

func checkValues(folder string, values common.Values, validate validator.Validator) error {
	var problems []error
	for _, message := range lint.RunAll(folder, values, "default").Messages {
		if message.Severity > support.InfoSev {
			problems = append(problems, message)
		}
	}
	manifests, err := render(folder, values)
	if err != nil {
		return errors.Join(append(problems, err)...)
	}
	for _, name := range slices.Sorted(maps.Keys(manifests)) {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		for _, result := range validate.Validate(name, io.NopCloser(strings.NewReader(manifests[name]))) {
			if result.Status != validator.Valid && result.Status != validator.Empty {
				problems = append(problems, fmt.Errorf("%s: %w", name, result.Err))
			}
		}
	}
	return errors.Join(problems...)
}

// render returns the manifests by the name of their template.
func render(folder string, values common.Values) (map[string]string, error) {
	chart, err := loader.Load(folder)
	if err != nil {
		return nil, err
	}
	release := common.ReleaseOptions{Name: "mnema", Namespace: "default", IsInstall: true, Revision: 1}
	all, err := util.ToRenderValues(chart, values, release, nil)
	if err != nil {
		return nil, err
	}
	return engine.Render(chart, all)
}
