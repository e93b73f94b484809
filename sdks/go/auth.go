package mnema

import (
	"context"
	"net/http"
)

// AuthService registers accounts, signs in and out and changes passwords. Register and Login take no credential, the
// others an access token: client.With(mnema.WithAccessToken(token)) after Login.
type AuthService struct {
	client *Client
}

// RegisterParams names an account: by exactly one of Email and Phone.
type RegisterParams struct {
	// Email is an e-mail address. One that differs only in case counts as the same.
	Email string `json:"email,omitzero"`
	// Phone is a phone number in E.164 form, such as +351210000000.
	Phone string `json:"phone,omitzero"`
	// Password has 8 to 256 characters and is taken exactly as given.
	Password string `json:"password"`
}

// Register creates an account on the free plan. [ErrConflict] when the name is taken, [ErrRegistrationClosed] when the
// server takes no registrations.
func (s *AuthService) Register(ctx context.Context, params RegisterParams, options ...Option) (*Account, error) {
	op := operation{
		method: http.MethodPost, path: "/auth/register", body: params, credential: noCredential, refusedOnly: true,
	}
	return fetch[Account](ctx, s.client, op, options)
}

// LoginParams is the name the account was registered with, exactly one of Email and Phone, and its password.
type LoginParams struct {
	// Email is the e-mail address, in any case.
	Email string `json:"email,omitzero"`
	// Phone is the phone number in E.164 form.
	Phone string `json:"phone,omitzero"`
	// Password is the password of the account.
	Password string `json:"password"`
}

// Login exchanges name and password for an access token. [ErrUnauthenticated] when they are not right.
func (s *AuthService) Login(ctx context.Context, params LoginParams, options ...Option) (*AccessToken, error) {
	op := operation{method: http.MethodPost, path: "/auth/login", body: params, credential: noCredential}
	return fetch[AccessToken](ctx, s.client, op, options)
}

// Me reads the account that the access token belongs to.
func (s *AuthService) Me(ctx context.Context, options ...Option) (*Account, error) {
	op := operation{method: http.MethodGet, path: "/auth/me", credential: accountCredential}
	return fetch[Account](ctx, s.client, op, options)
}

// Logout ends the access token at once. Other tokens and API keys go on working.
func (s *AuthService) Logout(ctx context.Context, options ...Option) error {
	op := operation{method: http.MethodPost, path: "/auth/logout", credential: accountCredential}
	return s.client.call(ctx, op, nil, options)
}

// PasswordParams proves that the caller owns the account and says what is to be its password.
type PasswordParams struct {
	// CurrentPassword is the password that holds until now.
	CurrentPassword string `json:"current_password"`
	// NewPassword has 8 to 256 characters and is taken exactly as given.
	NewPassword string `json:"new_password"`
}

// Password sets a new password and ends all other access tokens of the account. [ErrInvalidRequest] when the current
// password is wrong.
func (s *AuthService) Password(ctx context.Context, params PasswordParams, options ...Option) error {
	op := operation{
		method: http.MethodPut, path: "/auth/password", body: params, credential: accountCredential, refusedOnly: true,
	}
	return s.client.call(ctx, op, nil, options)
}
