import { z } from "zod";
import { shownText } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** Enough for the devices of a person and for spare ones. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** WebAuthn allows ids of 1,023 bytes. */
const credentialId = base64url(1364);
const clientDataJSON = base64url(4_000);
const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

/** The answer of an authenticator to a challenge; other fields from browsers are dropped. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({ clientDataJSON, authenticatorData: base64url(4_000), signature: base64url(2_000) }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** Body of `POST /api/session/passkey`. */
export const passkeyConfirmation = z.strictObject({ passkey: passkeyAnswer });

/** Body of `POST /api/account/passkeys`. */
export const newPasskey = z.strictObject({
  name: z.string().overwrite(shownText).min(1).max(PASSKEY_NAME_MAX),
  passkey: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: base64url(16_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/))
        .max(10)
        .default([]),
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** Options of the browser's request for a passkey. The challenge is valid for five minutes and one use. */
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;

export type ListedPasskey = {
  passkey_id: string;
  name: string;
  created_at: Instant;
  last_used_at: Instant | null;
  /** When it was disabled because its counter went back; null for an accepted passkey. */
  disabled_at: Instant | null;
};

/** `GET /api/account/passkeys`. */
export type PasskeyList = {
  items: ListedPasskey[];
  /** Whether the installation has a host name: there are no passkeys for IP addresses. */
  available: boolean;
  /** Whether the policy of this installation requires a passkey from this user. */
  required: boolean;
  recovery_codes_left: number;
};

/** `POST /api/account/passkeys`; with recovery codes if the user had no second factor before. */
export type AddedPasskey = { passkey_id: string; recovery_codes: string[] | null };
