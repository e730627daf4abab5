import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Credentials, PasswordChange } from "#lib/access/contract/access-input.ts";
import type { AddedPasskey, PasskeyAnswer, PasskeyRequest } from "#lib/access/contract/passkey.ts";
import { ApiError, api, queryOf } from "#lib/platform/browser/api.ts";
import { signIn } from "./session.ts";
import { accountKeys, changePassword } from "./users.ts";

export const passkeysOptions = () =>
  queryOf([...accountKeys.all, "passkeys"], "GET /api/account/passkeys", { staleTime: 0 });

/** Creates a passkey on this device or another, and stores it under a name. Throws ApiError, also if the browser refuses. */
export async function createPasskey(name: string): Promise<AddedPasskey> {
  const options = await api("POST /api/account/passkeys/options");
  const passkey = await withPrompt(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
  return api("POST /api/account/passkeys", { body: { name, passkey } });
}

/** The second step of a sign-in: answers the passkey request of the first step. */
export const signInByPasskey = async (person: Credentials, request: PasskeyRequest) =>
  signIn({ ...person, passkey: await answer(request) });

const answerInSession = async (): Promise<PasskeyAnswer> => answer(await api("POST /api/session/passkey/options"));

/** Confirms the user by a passkey instead of the password. The session then counts as freshly confirmed. */
export const confirmByPasskey = async (): Promise<void> =>
  api("POST /api/session/passkey", { body: { passkey: await answerInSession() } });

export const changePasswordByPasskey = async (change: PasswordChange): Promise<void> =>
  changePassword({ ...change, passkey: await answerInSession() });

const answer = (request: PasskeyRequest): Promise<PasskeyAnswer> =>
  withPrompt(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: request as PublicKeyCredentialRequestOptionsJSON }),
  );

type Library = typeof import("@simplewebauthn/browser");

/** Lets the browser ask the user for a passkey. The library is loaded at the first use. */
async function withPrompt<T>(ask: (library: Library) => Promise<T>): Promise<T> {
  const library = await import("@simplewebauthn/browser").catch(() => {
    throw new ApiError(0, "OFFLINE", "the dashboard does not answer", null);
  });
  if (!library.browserSupportsWebAuthn()) {
    throw new ApiError(0, "PASSKEY_UNSUPPORTED", "this browser has no passkeys", null);
  }
  return ask(library).catch((error: unknown) => {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    throw new ApiError(0, isKnown ? "PASSKEY_KNOWN" : "PASSKEY_CANCELLED", String(error), null);
  });
}
