package mnema

import (
	"context"
	"net/http"
)

const (
	accountPath  = "/auth/me"
	sessionsPath = "/auth/sessions"
)

// AuthService registers accounts, signs in and out, changes passwords, ends sessions and deletes accounts. Register and
// Login need no credential. The others need an access token: use [Client.With] with [WithAccessToken] after
// [AuthService.Login].
type AuthService struct {
	client *Client
}

// RegisterParams identifies a new account by exactly one of Email and Phone.
type RegisterParams struct {
	// Email is an email address; its case does not matter.
	Email string `json:"email,omitzero"`
	// Phone is a phone number in E.164 form, such as +351210000000.
	Phone string `json:"phone,omitzero"`
	// Password has 8 to 256 characters and is taken exactly as given.
	Password string `json:"password"`
}

// Register creates an account on the free plan. It returns [ErrConflict] when the address or number is taken, and
// [ErrPermissionDenied] when the server allows no registration.
func (s *AuthService) Register(ctx context.Context, params RegisterParams, options ...Option) (*Account, error) {
	op := operation{
		method: http.MethodPost, path: "/auth/register", body: params, credential: noCredential, rejectedOnly: true,
	}
	return fetch[Account](ctx, s.client, op, options)
}

// LoginParams has the email address or phone number of an account, exactly one of them, and its password.
type LoginParams struct {
	// Email is the email address; its case does not matter.
	Email string `json:"email,omitzero"`
	// Phone is the phone number in E.164 form.
	Phone string `json:"phone,omitzero"`
	// Password is the password of the account.
	Password string `json:"password"`
}

// Login exchanges the address or number and the password for an access token. It returns [ErrAuthentication] when they
// are wrong, and [ErrPermissionDenied] when the operator of the server has suspended the account.
func (s *AuthService) Login(ctx context.Context, params LoginParams, options ...Option) (*AccessToken, error) {
	op := operation{method: http.MethodPost, path: "/auth/login", body: params, credential: noCredential}
	return fetch[AccessToken](ctx, s.client, op, options)
}

// Me reads the account of the access token.
func (s *AuthService) Me(ctx context.Context, options ...Option) (*Account, error) {
	op := operation{method: http.MethodGet, path: accountPath, credential: accountCredential}
	return fetch[Account](ctx, s.client, op, options)
}

// Logout ends the access token immediately. Other tokens and API keys stay valid.
func (s *AuthService) Logout(ctx context.Context, options ...Option) error {
	op := operation{method: http.MethodPost, path: "/auth/logout", credential: accountCredential}
	return s.client.call(ctx, op, nil, options)
}

// PasswordParams has the current password, which confirms your identity, and the new one.
type PasswordParams struct {
	// CurrentPassword is the present password.
	CurrentPassword string `json:"current_password"`
	// NewPassword has 8 to 256 characters and is taken exactly as given.
	NewPassword string `json:"new_password"`
	// RevokeAPIKeys ends all API keys of the account, too.
	RevokeAPIKeys bool `json:"revoke_api_keys,omitzero"`
}

// Password sets a new password and ends all other access tokens of the account. It returns [ErrBadRequest] when the
// current password is wrong.
func (s *AuthService) Password(ctx context.Context, params PasswordParams, options ...Option) error {
	op := operation{
		method: http.MethodPut, path: "/auth/password", body: params, credential: accountCredential, rejectedOnly: true,
	}
	return s.client.call(ctx, op, nil, options)
}

// ListSessions reads the sessions of the account that have not ended, newest first: access tokens, and the cookies of
// browsers.
func (s *AuthService) ListSessions(ctx context.Context, options ...Option) (*SessionList, error) {
	op := operation{method: http.MethodGet, path: sessionsPath, credential: accountCredential}
	return fetch[SessionList](ctx, s.client, op, options)
}

// EndSession ends a session immediately, which may be that of the client. It returns [ErrNotFound] when the session
// does not exist or has ended.
func (s *AuthService) EndSession(ctx context.Context, sessionID string, options ...Option) error {
	path, failure := pathOf(sessionsPath, "the session's id", sessionID)
	if failure != nil {
		return failure
	}
	op := operation{method: http.MethodDelete, path: path, credential: accountCredential, keyed: true}
	return s.client.call(ctx, op, nil, options)
}

// EndOtherSessions ends all sessions of the account except that of the client. API keys stay valid.
func (s *AuthService) EndOtherSessions(ctx context.Context, options ...Option) (*EndedSessions, error) {
	op := operation{method: http.MethodDelete, path: sessionsPath, credential: accountCredential, keyed: true}
	op.query.add("others", "true")
	return fetch[EndedSessions](ctx, s.client, op, options)
}

// DeleteAccountParams has the password, which confirms the deletion.
type DeleteAccountParams struct {
	// Password is the password of the account.
	Password string `json:"password"`
}

// DeleteAccount deletes the account with all its data, which cannot be undone. Credentials end immediately; the data is
// deleted within a minute. It returns [ErrBadRequest] when the password is wrong.
func (s *AuthService) DeleteAccount(ctx context.Context, params DeleteAccountParams, options ...Option) (*DeletedAccount, error) {
	op := operation{
		method: http.MethodDelete, path: accountPath, body: params, credential: accountCredential, rejectedOnly: true,
	}
	return fetch[DeletedAccount](ctx, s.client, op, options)
}
