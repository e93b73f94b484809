"""Accounts, and signing in."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from typing import TYPE_CHECKING

from mnema_sdk import _operations as operations
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions, WriteOptions


class Auth(NamesOurs):
    """Accounts, and signing in: ``client.auth``. ``register`` and ``login`` need no credential."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def register(
        self,
        *,
        password: str,
        email: str | None = None,
        phone: str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.Account:
        """Create an account on the free plan. Sign in afterwards.

        Args:
            password: 8 to 256 characters, taken exactly as given.
            email: Email address. Give either ``email`` or ``phone``.
            phone: Phone number in E.164 form.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            ConflictError: The email address or phone number already belongs to an account.
            PermissionDeniedError: The server allows no registration.
        """
        body = {"email": email, "phone": phone, "password": password}
        return self._transport.perform(operations.REGISTER_ACCOUNT, options, body=body)

    def login(
        self,
        *,
        password: str,
        email: str | None = None,
        phone: str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.AccessToken:
        """Sign in. Create another client with the ``access_token`` of the response.

        Args:
            password: Password of the account.
            email: Email address of the account. Give either ``email`` or ``phone``.
            phone: Phone number of the account.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            AuthenticationError: The address, the number or the password is wrong.
            PermissionDeniedError: The operator of the server has suspended the account.
        """
        body = {"email": email, "phone": phone, "password": password}
        return self._transport.perform(operations.LOGIN, options, body=body)

    def me(self, **options: Unpack[CallOptions]) -> types.Account:
        """Get the account that the access token belongs to."""
        return self._transport.perform(operations.GET_ACCOUNT, options)

    def logout(self, **options: Unpack[CallOptions]) -> None:
        """End the access token immediately. API keys stay valid."""
        self._transport.perform(operations.LOGOUT, options)

    def password(
        self,
        *,
        current_password: str,
        new_password: str,
        revoke_api_keys: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> None:
        """Set a new password and end every other access token of the account.

        Args:
            current_password: The present password.
            new_password: 8 to 256 characters, taken exactly as given.
            revoke_api_keys: Whether all API keys of the account end, too.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            BadRequestError: The current password is wrong; ``errors`` names it.
        """
        body = {
            "current_password": current_password,
            "new_password": new_password,
            "revoke_api_keys": revoke_api_keys,
        }
        self._transport.perform(operations.CHANGE_PASSWORD, options, body=body)

    def list_sessions(self, **options: Unpack[CallOptions]) -> types.SessionList:
        """List the sessions that have not ended, newest first: access tokens, and the cookies of browsers."""
        return self._transport.perform(operations.LIST_SESSIONS, options)

    def end_session(self, session_id: str, **options: Unpack[WriteOptions]) -> None:
        """End a session immediately, which may be that of this client.

        Raises:
            NotFoundError: There is no such session in this account, or it has ended.
        """
        path = {"session_id": session_id}
        self._transport.perform(operations.END_SESSION, options, path=path)

    def end_other_sessions(self, **options: Unpack[WriteOptions]) -> types.EndedSessions:
        """End all sessions of the account except that of this client. API keys stay valid."""
        return self._transport.perform(operations.END_OTHER_SESSIONS, options, query={"others": "true"})

    def delete_account(self, *, password: str, **options: Unpack[CallOptions]) -> types.DeletedAccount:
        """Delete the account with all its data, which cannot be undone.

        Credentials end immediately; the data is deleted within a minute.

        Args:
            password: Password of the account, which confirms the deletion.
            **options: See ``mnema_sdk.options.CallOptions``.

        Raises:
            BadRequestError: The password is wrong; ``errors`` names it.
        """
        return self._transport.perform(operations.DELETE_ACCOUNT, options, body={"password": password})
