package mnema

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	defaultWebhookTolerance = 5 * time.Minute
	webhookSecretPrefix     = "whsec_"
	webhookSignatureVersion = "v1,"
	maxTimestampDigits      = 15
)

// WebhookVerifier verifies the requests to a webhook according to Standard Webhooks. [UnwrapWebhook] is enough for the
// usual tolerance. It is safe for concurrent use.
type WebhookVerifier struct {
	// Secrets are the secrets (whsec_…) of which any may have signed: that of the webhook, or those of several.
	Secrets []string
	// Tolerance is the maximum time between the signature and now, in both directions; 5 minutes when 0.
	Tolerance time.Duration

	now func() time.Time
}

// UnwrapWebhook verifies a request to a webhook, and returns its event. The body must be unchanged. Any of the secrets
// may have signed. It returns [ErrWebhookVerification] for a signature that is missing, wrong or older than 5 minutes:
// respond with 400, and ignore the body. It returns [ErrInvalidArgument] without a usable secret. An event may arrive
// twice: remember each webhook-id that you have handled.
func UnwrapWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	return WebhookVerifier{Secrets: secrets}.Unwrap(body, header)
}

// Unwrap verifies a request to a webhook, and returns its event. The errors are those of [UnwrapWebhook].
func (v WebhookVerifier) Unwrap(body []byte, header http.Header) (*WebhookEvent, error) {
	keys, failure := v.keys()
	if failure != nil {
		return nil, failure
	}
	values := [3]string{}
	for index, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if values[index] = headerOf(header, name); values[index] == "" {
			return nil, verificationError("the header "+name+" is missing", nil)
		}
	}
	id, timestamp, signatures := values[0], values[1], strings.Split(values[2], " ")
	if failure := v.checkTime(timestamp); failure != nil {
		return nil, failure
	}
	for _, key := range keys {
		hash := hmac.New(sha256.New, key)
		fmt.Fprintf(hash, "%s.%s.", id, timestamp)
		hash.Write(body)
		expected := webhookSignatureVersion + base64.StdEncoding.EncodeToString(hash.Sum(nil))
		for _, signature := range signatures {
			if hmac.Equal([]byte(expected), []byte(signature)) {
				return readEvent(body)
			}
		}
	}
	return nil, verificationError("no signature fits the body: check the secret, and pass the body as it was received", nil)
}

func (v WebhookVerifier) keys() ([][]byte, *Error) {
	if v.Tolerance < 0 {
		return nil, argumentError("the tolerance must be 0 or more")
	}
	keys := make([][]byte, len(v.Secrets))
	for index, secret := range v.Secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, webhookSecretPrefix))
		if err != nil || len(key) == 0 {
			return nil, argumentError("a secret must be that of the webhook (whsec_…), which its creation or rotation returned")
		}
		keys[index] = key
	}
	if len(keys) == 0 {
		return nil, argumentError("the secret of the webhook is missing")
	}
	return keys, nil
}

// headerOf reads a header whose name may be in any case: other sources than net/http do not change the names.
func headerOf(header http.Header, name string) string {
	if value := header.Get(name); value != "" {
		return value
	}
	for given, values := range header {
		if strings.EqualFold(given, name) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

func (v WebhookVerifier) checkTime(timestamp string) *Error {
	seconds, err := strconv.ParseUint(timestamp, 10, 63)
	if err != nil || len(timestamp) > maxTimestampDigits {
		return verificationError("the header webhook-timestamp is no number of seconds", nil)
	}
	now, tolerance := time.Now, v.Tolerance
	if v.now != nil {
		now = v.now
	}
	if tolerance == 0 {
		tolerance = defaultWebhookTolerance
	}
	age := now().Unix() - int64(seconds)
	limit := int64(tolerance / time.Second)
	switch {
	case age > limit:
		return verificationError(fmt.Sprintf("the signature is %d seconds old, more than %d: check the clock of this machine", age, limit), nil)
	case -age > limit:
		return verificationError(fmt.Sprintf("the signature is %d seconds in the future, more than %d: check the clock of this machine", -age, limit), nil)
	}
	return nil
}

func readEvent(body []byte) (*WebhookEvent, error) {
	var event WebhookEvent
	if !bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		return nil, verificationError("the body is not an event", nil)
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, verificationError("the body is no event that can be read", err)
	}
	return &event, nil
}

func verificationError(detail string, cause error) *Error {
	return &Error{Code: codeWebhookVerification, Detail: detail, cause: cause}
}
