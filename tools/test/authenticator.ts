import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from "#lib/access/contract/passkey.ts";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

/** Changes by an attacker or by another site. */
type Tampering = { origin?: string; rpId?: string; verified?: boolean; counter?: number; crossOrigin?: boolean };

/** An authenticator in software, with an ES256 key, a counter, and the browser of `http://localhost:3000`. */
export function createAuthenticator(origin = "http://localhost:3000") {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let counter = 0;
  const clientDataOf = (type: string, challenge: string, changed: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: changed.origin ?? origin,
        crossOrigin: changed.crossOrigin ?? false,
      }),
    );
  const dataOf = (rpId: string, flags: number, changed: Tampering, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changed.counter ?? counter);
    const verified = changed.verified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(changed.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      count,
      credential,
    ]);
  };
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key" as const };
  return {
    id: credential.id,
    /** Makes a credential, as `navigator.credentials.create` does. */
    create({ challenge, rp }: PasskeyCreation, changed: Tampering = {}): NewPasskey["passkey"] {
      const clientData = clientDataOf("webauthn.create", challenge, changed);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey.export({ format: "jwk" }))]);
      const authData = dataOf(rp.id ?? "", CREDENTIAL_INCLUDED, changed, attested);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(authData),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData),
          attestationObject: base64url(attestationObject),
          transports: ["internal"],
        },
      };
    },
    /** Signs a challenge, as `navigator.credentials.get` does. */
    get({ challenge, rpId }: PasskeyRequest, changed: Tampering = {}): PasskeyAnswer {
      counter += 1;
      const clientData = clientDataOf("webauthn.get", challenge, changed);
      const authData = dataOf(rpId ?? "", 0, changed);
      const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(0x59);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** RFC 9053, 7.1: `{1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}`. */
function coseOf({ x = "", y = "" }: { x?: string; y?: string }): Buffer {
  const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}
