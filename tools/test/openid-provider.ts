import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider, { type Context } from "oidc-provider";

export const CLIENT = { id: "cotejo", secret: "the secret of this client at the provider" };

export type ProviderPerson = { sub: string; amr?: string[] } & Record<string, unknown>;
type Claims = Record<string, unknown>;
/** Makes another ID token in place of the provider's. */
type Tamper = (token: { header: Claims; claims: Claims }) => string;

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** `logout`: whether the client can end the provider's session. */
type Options = { appOrigin: string; port?: number; logout?: boolean };

/**
 * A real provider of OpenID Connect on this machine. Its sign-in page signs in the person with the given `sub`, or asks for
 * it. A test can replace its ID tokens, and reads its logout tokens.
 */
export async function startOpenIdProvider({ appOrigin, port = 0, logout = true }: Options) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let signing = { kid: "first", key: privateKey };
  const state = {
    people: new Map<string, ProviderPerson>(),
    /** The `sub` that signs in without a question; null asks. */
    present: null as string | null,
    tamper: null as Tamper | null,
    /** The next requests are not answered. */
    away: false,
    logoutTokens: [] as string[],
    /** Requests for the keys. */
    keyReads: 0,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${appOrigin}/api/session/oidc/callback`],
        post_logout_redirect_uris: [`${appOrigin}/login`],
        token_endpoint_auth_method: "client_secret_post",
        backchannel_logout_uri: `${issuer}/logout-of-the-client`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "first", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["the key of the provider's cookies"] },
    claims: {
      openid: ["sub", "amr", "auth_time"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    scopes: ["openid", "email", "profile", "groups"],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: logout,
        logoutSource: (context: { body: unknown }, form: string) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
        },
      },
    },
    // The provider's own fetch refuses addresses of this machine.
    fetch: (url: string, { method, headers, body }: RequestInit) =>
      fetch(url, { method, headers, body } as RequestInit),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => state.people.get(sub) ?? { sub },
    }),
    loadExistingGrant: async ({ oidc }: Context) => {
      const { clientId } = oidc.client;
      const known = oidc.session.grantIdFor(clientId);
      if (known) return oidc.provider.Grant.find(known);
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
    renderError: (context: { body: unknown }, out: unknown) => {
      context.body = JSON.stringify(out);
    },
  });

  const handle = provider.callback();
  server.on("request", (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const isRotated = signing.key !== privateKey;
    if (path === "/jwks") state.keyReads += 1;
    if (state.away) request.socket.destroy();
    else if (path === "/logout-of-the-client") void receiveLogout(request, response);
    else if (path.startsWith("/interaction/")) void interact(request, response);
    else if (path === "/jwks" && isRotated) {
      const key = {
        ...createPublicKey(signing.key).export({ format: "jwk" }),
        kid: signing.kid,
        use: "sig",
        alg: "RS256",
      };
      response.writeHead(200, { "content-type": "application/jwk-set+json" }).end(JSON.stringify({ keys: [key] }));
    } else {
      const tamper = state.tamper ?? (isRotated ? ({ claims }: { claims: Claims }) => signed(claims) : null);
      if (path === "/token" && tamper) replaceIdToken(response, tamper);
      handle(request, response);
    }
  });

  async function receiveLogout(request: IncomingMessage, response: ServerResponse) {
    state.logoutTokens.push(new URLSearchParams(await text(request)).get("logout_token") ?? "");
    response.writeHead(200).end();
  }

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const asked = request.method === "POST" ? new URLSearchParams(await text(request)).get("sub") : state.present;
    if (asked === null) {
      response.writeHead(200, { "content-type": "text/html" });
      response.end('<form method="post"><label>Person <input name="sub"></label><button>Continue</button></form>');
      return;
    }
    if (asked === "") {
      await provider.interactionFinished(request, response, { error: "access_denied" });
      return;
    }
    const { amr } = state.people.get(asked) ?? {};
    await provider.interactionFinished(request, response, { login: { accountId: asked, ...(amr && { amr }) } });
  }

  const signed = (claims: Claims, header: Claims = {}) =>
    signToken(claims, { kid: signing.kid, ...header }, signing.key);

  return Object.assign(state, {
    issuer,
    key: privateKey,
    /** A token signed by the provider's key. */
    sign: signed,
    /** Signs with a new key from now on; the old one is withdrawn. */
    rotateKey() {
      signing = { kid: randomUUID(), key: otherKey() };
    },
    /** Ends the provider's session of the person, and sends the client its logout token. */
    async logOut(sub: string, sid: string): Promise<string> {
      const client = await provider.Client.find(CLIENT.id);
      await client?.backchannelLogout(sub, sid);
      return state.logoutTokens.at(-1) ?? "";
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

function replaceIdToken(response: ServerResponse, tamper: Tamper): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string | Buffer) => {
    const answer: { id_token?: string } = JSON.parse(body.toString());
    if (answer.id_token) {
      const [header, claims] = answer.id_token.split(".").map((part) => Buffer.from(part, "base64url").toString());
      answer.id_token = tamper({ header: JSON.parse(header ?? ""), claims: JSON.parse(claims ?? "") });
    }
    const changed = JSON.stringify(answer);
    response.setHeader("content-length", Buffer.byteLength(changed));
    return end(changed);
  }) as ServerResponse["end"];
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export const signToken = (claims: Claims, header: Claims, key: KeyObject): string => {
  const signed = `${part({ alg: "RS256", ...header })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
};

/** A token without a signature. */
export const unsigned = (claims: Claims): string => `${part({ alg: "none" })}.${part(claims)}.`;

export const otherKey = (): KeyObject => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

/** Follows the provider from its first address to one of ours, as a browser with its cookies does. */
export async function followProvider(address: string, appOrigin: string, cookies = new Map<string, string>()) {
  let url = new URL(address);
  while (url.origin !== appOrigin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location)
      throw new Error(`the provider stops at ${url.pathname}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}

/** A new identifier for each test. */
export const newSubject = (): string => randomUUID();
