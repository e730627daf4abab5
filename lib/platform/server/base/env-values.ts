import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod";
import { wrongCharacterWords } from "#lib/platform/contract/secret-characters.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { connectionOf } from "./database-url.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host, as `URL` gives it, is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

export const port = z.coerce.number().int().min(1).max(65_535);

export const upTo = (most: number) => z.coerce.number().positive().max(most);

/** Parts between commas. */
const parts = z.string().transform((text) => text.split(",").map((part) => part.trim()));

const webUrl = z.url({ protocol: /^https?$/ });

/** Rules of a valid URL without these parts; https unless its host is this machine. */
const addressWithout = (parts: readonly ("search" | "hash" | "username" | "password")[], words: string) =>
  z
    .string()
    .refine((text) => parts.every((part) => new URL(text)[part] === ""), `must have no ${words}`)
    .refine((text) => {
      const { protocol, hostname } = new URL(text);
      return protocol === "https:" || isLoopback(hostname);
    }, "must be https unless it is loopback");

const bareAddress = addressWithout(["username", "password", "search", "hash"], "user, query or fragment");

export const publicUrl = webUrl.pipe(bareAddress).transform((text) => new URL(text).href.replace(/\/+$/, ""));

/** A time-stamping authority, with any path and query. */
export const authorityUrl = webUrl
  .max(2_000)
  .pipe(addressWithout(["username", "password", "hash"], "user or fragment"))
  .transform((text) => new URL(text).href);

/** The certificates in a file in PEM. */
export const certificatesFile = z.string().transform((path, context) => {
  try {
    const blocks = readFileSync(path, "latin1").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    if (blocks) return blocks.map((block) => new X509Certificate(block));
  } catch {}
  context.addIssue({ code: "custom", message: "must be the path of a file with certificates in PEM" });
  return z.NEVER;
});

export const masterSecrets = parts.refine(
  (secrets) => secrets.every((secret) => secret.length >= 32),
  "each secret needs at least 32 characters",
);

/** Addresses and networks, separated by commas: `10.0.0.0/8, 2001:db8::1`. */
export const addresses = parts
  .transform((given) => given.filter((part) => part !== ""))
  .refine(
    (given) => given.length <= 100 && given.every(isAddressOrNetwork),
    "must be addresses, or networks as 10.0.0.0/8",
  );

/** Retention in days: 0 for ever, else at least `least`, which operation needs. */
export const days = (fallback: number, least: number) =>
  z.coerce
    .number()
    .int()
    .max(36_500)
    .refine((count) => count === 0 || count >= least, `must be 0 (for ever) or at least ${least} days`)
    .default(fallback);

export const isSendable = (text: string): boolean => wrongCharacterWords(text) === null;

/** A `Contact` of RFC 9116; an email address becomes a `mailto:`. */
export const securityContact = z
  .string()
  .max(2_000)
  .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
  .refine(
    (text) => /^(https:\/\/|mailto:|tel:)[!-~]+$/.test(text),
    "must be an email address, or an https, mailto or tel address",
  );

/** A mail server: `smtps://`, or `smtp://` with STARTTLS. */
export const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    error: "must be as smtps://user:password@mail.example.mx:465, or smtp:// with STARTTLS",
  })
  .max(2_000)
  .pipe(
    z
      .string()
      .refine((text) => {
        const { hostname, pathname, search, hash } = new URL(text);
        return hostname !== "" && ["", "/"].includes(pathname) && search === "" && hash === "";
      }, "must have a host, and no path, query or fragment")
      .refine((text) => isDecodable(new URL(text)), "has a % in its user or password that must be written as %25"),
  );

/** An issuer is compared letter by letter with the tokens' `iss`, so nothing is normalised, not even a final slash. */
export const issuer = webUrl.max(500).pipe(bareAddress);

export const scopes = z
  .string()
  .max(1_000)
  .transform((text) => [...new Set(text.split(/\s+/).filter((scope) => scope !== ""))])
  .refine((names) => names.includes("openid"), "must include openid")
  .transform((names) => names.join(" "));

/** Claims that a person can change, or that may pass to another person. */
const UNSTABLE_CLAIMS = new Set(["email", "preferred_username", "upn", "unique_name", "name"]);
export const scimClaim = z
  .string()
  .max(200)
  .refine((claim) => !UNSTABLE_CLAIMS.has(claim), "must be a claim that stays with the person");

/** `{"cotejo-admins":"admin"}`: the role of each value of `OIDC_ROLE_CLAIM`. */
export const rolesOfClaim = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().min(1), z.enum(ROLES), `must be an object of values and roles (${ROLES.join(", ")})`));

export const databaseUrl = z.string().superRefine((text, context) => {
  try {
    connectionOf(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});

/**
 * Maximum of connections of a process. Together with listening connections, a dashboard, a worker and a receiver fit into
 * the 20 of pgbouncer's defaults. Each of the three kinds of flow at the service holds a connection while its steps use others.
 */
const poolOf = (process: string, least: number, usual: number) =>
  z.coerce
    .number(`${process} must be a number`)
    .refine((size) => Number.isInteger(size) && size >= least && size <= 500, `${process} must be ${least} to 500`)
    .default(usual);

/** `dashboard=7,worker=6` */
export const databasePool = z
  .string()
  .default("")
  .transform((text) => {
    const parts = text.split(",").filter((part) => part !== "");
    return Object.fromEntries(parts.map((part) => [...part.trim().split("="), ""].slice(0, 2)));
  })
  .pipe(
    z.strictObject(
      {
        dashboard: poolOf("dashboard", 4, 7),
        worker: poolOf("worker", 5, 6),
        receiver: poolOf("receiver", 3, 5),
      },
      "must be as dashboard=7,worker=6,receiver=5",
    ),
  );

/** `admin,compliance` */
export const roles = parts.pipe(z.array(z.enum(ROLES, `must be of ${ROLES.join(", ")}, separated by commas`)));

function isAddressOrNetwork(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}
