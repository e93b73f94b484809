package mnema

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

type webhookCase struct {
	Name             string
	Secrets          []string
	Headers          map[string]string
	Body             string
	Now              int64
	ToleranceSeconds int `json:"tolerance_seconds"`
	Type, Error      string
}

func TestUnwrapWebhookTakesWhatIsSignedAndInTime(t *testing.T) {
	content, err := os.ReadFile("../../conformance/webhook-signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	var shared struct{ Cases []webhookCase }
	if err := json.Unmarshal(content, &shared); err != nil {
		t.Fatal(err)
	}
	for _, test := range shared.Cases {
		t.Run(test.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range test.Headers {
				header[name] = []string{value}
			}
			event, err := WebhookVerifier{
				Secrets:   test.Secrets,
				Tolerance: time.Duration(test.ToleranceSeconds) * time.Second,
				now:       func() time.Time { return time.Unix(test.Now, 999_000_000) },
			}.Unwrap([]byte(test.Body), header)
			sentinels := map[string]error{
				"webhook_verification": ErrWebhookVerification, "invalid_argument": ErrInvalidArgument,
			}
			switch {
			case test.Error == "" && err != nil:
				t.Error(err)
			case test.Error == "" && string(event.Type) != test.Type:
				t.Errorf("got %q, want %q", event.Type, test.Type)
			case test.Error != "" && !errors.Is(err, sentinels[test.Error]):
				t.Errorf("got %v, want %q", err, test.Error)
			}
			for _, secret := range test.Secrets {
				if len(secret) > len("whsec_") && err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error contains the secret: %v", err)
				}
			}
		})
	}
}

func TestUnwrapWebhookUsesTheClock(t *testing.T) {
	header := http.Header{}
	header.Set("webhook-id", "msg_1")
	header.Set("webhook-timestamp", "1614265330")
	header.Set("webhook-signature", "v1,AAAA")
	_, err := UnwrapWebhook([]byte("{}"), header, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if !errors.Is(err, ErrWebhookVerification) || !strings.Contains(err.Error(), "seconds old") {
		t.Errorf("got %v", err)
	}
}
