import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import { sessionCookie } from "#lib/access/server/session.ts";
import { signIn as begin } from "#lib/access/server/sign-in.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach, type Handler } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { POST as changePassword } from "./account/password/route.ts";
import { GET as getAccount } from "./account/route.ts";
import { POST as accept } from "./invitations/route.ts";
import { GET as live } from "./live/route.ts";
import { POST as searchPeople } from "./people/search/route.ts";
import { POST as next } from "./review/next/route.ts";
import { GET as getSession } from "./session/route.ts";
import { POST as renewLink } from "./users/[user_id]/link/route.ts";
import { POST as addUser } from "./users/route.ts";
import { GET as listVerifications } from "./verifications/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(() => database().pool.query("TRUNCATE sessions"));

describe("a user with a password chosen by another person", () => {
  const FIRST_PASSWORD = "la frase que otra persona eligió";
  const person = { email: "nora@example.mx", name: "Nora", role: "compliance" };
  const signIn = async (password: string) => {
    jar.clear();
    const actor = { address: null, user_agent: null };
    const { token } = await begin({ email: person.email, password }, { actor, browser: "a new browser" });
    const cookie = await sessionCookie();
    cookie.id = token;
    await cookie.save();
  };
  const CLOSED_ROUTES: [Handler, string, unknown?][] = [
    [searchPeople, "POST", { q: "a" }],
    [listVerifications, "GET"],
    [live, "GET"],
    [next, "POST", {}],
  ];
  const answers = () => Promise.all(CLOSED_ROUTES.map(([handler, method, body]) => answerOf(handler, method, body)));
  const answerOf = async (handler: Handler, method: string, body?: unknown) => {
    const request = new NextRequest("http://localhost:3000/api", {
      method,
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await handler(request, { params: Promise.resolve({}) });
    const code = answer.status === 403 ? (await answer.json()).code : await answer.body?.cancel();
    return [answer.status, code];
  };

  it("may use only session and account until a new password is chosen, on record", async () => {
    expect((await callRoute(addUser, { body: { ...person, password: FIRST_PASSWORD } })).status).toBe(201);
    await signIn(FIRST_PASSWORD);
    expect(await answers()).toEqual(CLOSED_ROUTES.map(() => [403, "PASSWORD_CHANGE_REQUIRED"]));
    for (const handler of [getSession, getAccount])
      expect((await callRoute(handler, { method: "GET" })).status).toBe(200);
    const change = (current_password: string, new_password: string) =>
      callRoute(changePassword, { body: { current_password, new_password } });
    expect(await change(FIRST_PASSWORD, FIRST_PASSWORD.normalize("NFD"))).toMatchObject({
      status: 400,
      body: { code: "PASSWORD_SAME" },
    });
    expect((await answers())[0]).toEqual([403, "PASSWORD_CHANGE_REQUIRED"]);
    expect((await change(FIRST_PASSWORD, "ahora una frase de Leticia")).status).toBe(204);
    expect((await answers()).map(([status]) => status)).toEqual([200, 200, 200, 204]);
    const { rows } = await database().pool.query(
      "SELECT DISTINCT error_code FROM audit_log WHERE action = 'access.denied' AND user_email = $1",
      [person.email],
    );
    expect(rows).toEqual([{ error_code: "PASSWORD_CHANGE_REQUIRED" }]);
  });

  it("is never a user with the environment's password, or with one chosen by a link", async () => {
    await dashboard().signInAs("compliance");
    expect((await answers()).map(([status]) => status)).toEqual([200, 200, 200, 204]);
    await dashboard().signInAs("admin");
    const invited = { ...person, email: "olga@example.mx", name: "Olga" };
    const made = await callRoute(addUser, { body: { ...invited, password: FIRST_PASSWORD } });
    const { body: link } = await callRoute(renewLink, { params: { user_id: made.body.id } });
    const acceptance = { token: new URL(link.url).hash.slice(1), password: FIRST_PASSWORD };
    expect((await callRoute(accept, { body: acceptance })).status).toBe(201);
    person.email = invited.email;
    await signIn(FIRST_PASSWORD);
    expect((await answers()).map(([status]) => status)).toEqual([200, 200, 200, 204]);
  });
});
