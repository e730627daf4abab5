import { generateKeyPairSync, sign } from "node:crypto";

const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";
const COMMON_NAME = "0603550403";
const SUBJECT_ALT_NAME = "0603551d11";
const BASIC_CONSTRAINTS = "0603551d13";

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const utcTime = (time: number) =>
  der(0x17, Buffer.from(`${new Date(time).toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));
const pem = (label: string, content: Buffer) =>
  `-----BEGIN ${label}-----\n${content
    .toString("base64")
    .match(/.{1,64}/g)
    ?.join("\n")}\n-----END ${label}-----\n`;

/** A self-signed certificate for 127.0.0.1 (RFC 5280), valid for an hour, and its private key, both as PEM. */
export function createCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from("a receiver of tests")))));
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, der(SEQUENCE, der(0x87, "7f000001")))),
    der(SEQUENCE, BASIC_CONSTRAINTS, der(0x04, der(SEQUENCE, "0101ff"))),
  );
  const content = der(
    SEQUENCE,
    "a003020102",
    der(0x02, "01"),
    algorithm,
    name,
    der(SEQUENCE, utcTime(Date.now() - 60_000), utcTime(Date.now() + 3_600_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, "00", sign("sha256", content, privateKey));
  return {
    cert: pem("CERTIFICATE", der(SEQUENCE, content, algorithm, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
