import { hkdfSync } from "node:crypto";
import { getIronSession, type IronSession, type SessionOptions } from "iron-session";
import { cookies } from "next/headers";
import { env } from "#lib/server/env.ts";
import { ABSOLUTE_SECONDS } from "./sessions.ts";

type Sealed = { id?: string };

/** The prefix makes the browser insist on Secure, Path=/ and no Domain; browsers treat http://localhost as secure. */
const COOKIE_NAME = "__Host-cotejo";

let options: SessionOptions | undefined;

function sessionOptions(): SessionOptions {
  if (options) return options;
  const secrets = env().COTEJO_SECRET;
  if (!secrets) throw new Error("COTEJO_SECRET is supplied by the launcher or the environment");
  // iron-session seals with the highest number and opens with any: the first master secret gets the highest.
  const password = Object.fromEntries(
    secrets.map((secret, index) => [
      String(secrets.length - index),
      Buffer.from(hkdfSync("sha256", secret, "", "cotejo session cookie", 32)).toString("base64url"),
    ]),
  );
  options = {
    cookieName: COOKIE_NAME,
    password,
    ttl: ABSOLUTE_SECONDS,
    cookieOptions: { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: ABSOLUTE_SECONDS },
  };
  return options;
}

/** The sealed cookie of the current request: a random session id and nothing else. */
export async function sessionCookie(): Promise<IronSession<Sealed>> {
  return getIronSession<Sealed>(await cookies(), sessionOptions());
}
