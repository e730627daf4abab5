import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Credentials, PasswordChange } from "#lib/contract/access/access-input.ts";
import type { AddedPasskey, PasskeyAnswer, PasskeyList, PasskeyRequest } from "#lib/contract/access/passkey.ts";
import { ApiError, post, queryOf, remove } from "./api.ts";
import { signIn } from "./session.ts";
import { accountKeys, changePassword } from "./users.ts";

export const passkeysOptions = () =>
  queryOf<PasskeyList>([...accountKeys.all, "passkeys"], "/api/account/passkeys", { staleTime: 0 });

/** Creates a passkey on this device or another, and stores it under a name. Throws ApiError, also if the browser refuses. */
export async function createPasskey(name: string): Promise<AddedPasskey> {
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>("/api/account/passkeys/options");
  const passkey = await withPrompt(({ startRegistration }) => startRegistration({ optionsJSON }));
  return post("/api/account/passkeys", { name, passkey });
}

export const removePasskey = (id: string): Promise<void> => remove(`/api/account/passkeys/${encodeURIComponent(id)}`);

/** The second step of a sign-in: answers the passkey request of the first step. */
export const signInByPasskey = async (person: Credentials, request: PasskeyRequest) =>
  signIn({ ...person, passkey: await answer(request) });

const answerInSession = async (): Promise<PasskeyAnswer> => answer(await post("/api/session/passkey/options"));

/** Confirms the user by a passkey instead of the password. The session then counts as freshly confirmed. */
export const confirmByPasskey = async (): Promise<void> =>
  post("/api/session/passkey", { passkey: await answerInSession() });

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
