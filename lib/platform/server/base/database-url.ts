import type { ClientConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";

/** Parameters of libpq, and limits of `pg`. Others are refused, as by libpq: an ignored parameter might ask for encryption. */
const PARAMETERS = new Set(
  `user password host port dbname ssl sslmode sslrootcert sslcert sslkey sslnegotiation target_session_attrs options
   application_name client_encoding connect_timeout statement_timeout lock_timeout idle_in_transaction_session_timeout
   query_timeout`.split(/\s+/),
);
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const SESSION_ATTRIBUTES = ["any", "read-write", "primary"];
const LOOPBACK = /^(|localhost|127(\.\d{1,3}){3}|::1)$/;

/**
 * Reads an address as libpq does, with one difference: a server on another machine has to encrypt unless the address has
 * `sslmode=disable`. Throws an Error that explains an unusable address in one line and quotes nothing of it.
 */
export function connectionOf(address: string): ClientConfig {
  const authority = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(address)?.[1];
  if (authority === undefined) throw new Error("must be an address as postgres://user:password@host:5432/database");
  const [base = "", ...query] = address.split("?");
  const given = new URLSearchParams(query.join("?"));
  const inBase = authority.slice(authority.lastIndexOf("@") + 1);
  const host =
    given.get("host") ??
    inBase
      .replace(/:\d+$/, "")
      .replace(/^\[(.*)\]$/, "$1")
      .replaceAll(/%2f/gi, "/");
  if (`${inBase}${host}`.includes(",")) {
    throw new Error("names several hosts: name one that leads to the primary, as a proxy does");
  }
  checkParameters(given);
  const connection = read(base, given, sslModeOf(given, host));
  const database = given.get("dbname");
  const seconds = Number(given.get("connect_timeout") ?? 0);
  return {
    ...connection,
    ...(database && { database }),
    ...(seconds > 0 && { connectionTimeoutMillis: seconds * 1_000 }),
  };
}

function read(base: string, given: URLSearchParams, sslmode: string): ClientConfig {
  const encrypts = sslmode !== "disable";
  const kept = [...given].filter(([name, value]) =>
    encrypts && value !== "system" ? name !== "ssl" : !name.startsWith("ssl"),
  );
  const query = new URLSearchParams([...kept.filter(([name]) => name !== "sslmode"), ["sslmode", sslmode]]);
  try {
    return toClientConfig(parse(`${base}?${query}`, { useLibpqCompat: true }));
  } catch (error) {
    const { code = "ERR_INVALID_URL" } = error as NodeJS.ErrnoException;
    if (code === "ERR_INVALID_URL") throw new Error("is no valid address");
    throw new Error(`the file of a certificate or key can't be read (${code})`);
  }
}

function checkParameters(given: URLSearchParams): void {
  const unknown = [...given.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw new Error(`has a parameter that Cotejo does not know, ${unknown.slice(0, 40)}`);
  // Cotejo cannot use a read-only session.
  if (!SESSION_ATTRIBUTES.includes(given.get("target_session_attrs") ?? "any")) {
    throw new Error(`target_session_attrs: must be one of ${SESSION_ATTRIBUTES.join(", ")}`);
  }
}

/** libpq's own default, `prefer`, may end unencrypted: for another machine it is `require`. */
function sslModeOf(given: URLSearchParams, host: string): string {
  const system = given.get("sslrootcert") === "system";
  const usual = given.get("ssl") === "true" ? "require" : system ? "verify-full" : "prefer";
  const mode = given.get("sslmode") ?? usual;
  if (!SSL_MODES.includes(mode)) throw new Error(`sslmode: must be one of ${SSL_MODES.join(", ")}`);
  if (system && mode !== "verify-full") throw new Error("sslrootcert=system: needs sslmode=verify-full");
  if (mode === "verify-ca" && !given.has("sslrootcert")) throw new Error("sslmode=verify-ca: needs sslrootcert");
  if (host.startsWith("/")) return "disable";
  if (mode !== "prefer" && mode !== "allow") return mode;
  return LOOPBACK.test(host) ? "disable" : "require";
}
