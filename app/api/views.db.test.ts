import { describe, expect, it, vi } from "vitest";
import { MAX_VIEW_NAME, MAX_VIEW_QUERY, MAX_VIEWS, type View } from "#lib/core/contract/verifications/view.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { DELETE, PATCH } from "./views/[view_id]/route.ts";
import { PUT } from "./views/order/route.ts";
import { GET, POST } from "./views/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(() => database().pool.query("DELETE FROM views"));

const as = (role: Role) => dashboard().signInAs(role);
const add = (body: object) => callRoute(POST, { body });
const list = async (): Promise<View[]> => (await callRoute(GET, { method: "GET" })).body.items;
const change = (view_id: string, body: object) => callRoute(PATCH, { method: "PATCH", params: { view_id }, body });
const order = (...view_ids: string[]) => callRoute(PUT, { method: "PUT", body: { view_ids } });
const remove = (view_id: string) => callRoute(DELETE, { method: "DELETE", params: { view_id } });

const VIEW = { name: "High, final", query: "severity=high&findings_source=final" };

describe("views", () => {
  it("belong to their owner only until they are shared", async () => {
    const owners = ROLES.filter((role) => may(role, "views.own"));
    for (const role of owners) {
      await as(role);
      const { status, body } = await add({ ...VIEW, name: `  ${role}` });
      expect([status, body]).toEqual([
        201,
        {
          view_id: expect.any(String),
          name: role,
          query: VIEW.query,
          shared: false,
          editable: true,
          created_at: expect.any(String),
        },
      ]);
    }
    for (const role of owners) {
      await as(role);
      expect((await list()).map(({ name }) => name)).toEqual([role]);
    }
  });

  it("are shared, changed, ordered and deleted for everybody by reviewers", async () => {
    const { body: view } = await add({ ...VIEW, shared: true });
    await as("support");
    expect(await list()).toEqual([{ ...view, editable: false }]);
    for (const answer of [
      await change(view.view_id, { name: "x" }),
      await remove(view.view_id),
      await add({ ...VIEW, shared: true }),
      await order(view.view_id),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    await as("compliance");
    expect((await change(view.view_id, { name: "Grave" })).body).toEqual({ ...view, name: "Grave" });
    expect(await remove(view.view_id)).toMatchObject({ status: 204 });
    expect(await list()).toEqual([]);
  });

  it("have the team's order before the user's own, and a new one after the moved ones", async () => {
    const shared = async (name: string): Promise<string> => (await add({ ...VIEW, name, shared: true })).body.view_id;
    const [one, two, three] = [await shared("1"), await shared("2"), await shared("3")];
    const { body: own } = await add({ ...VIEW, name: "own" });
    expect((await list()).map(({ name }) => name)).toEqual(["1", "2", "3", "own"]);
    const { body } = await order(three, one, two, own.view_id);
    expect(body.items.map(({ name }: View) => name)).toEqual(["3", "1", "2", "own"]);
    await shared("4");
    expect(await order("no id")).toMatchObject({ status: 400 });
    await as("support");
    expect((await list()).map(({ name }) => name)).toEqual(["3", "1", "2", "4"]);
  });

  it("are hidden from other users", async () => {
    await as("support");
    const { body: view } = await add(VIEW);
    expect(await change(view.view_id, { shared: true })).toMatchObject({ status: 403 });
    expect((await change(view.view_id, { query: "sort=-findings" })).body).toEqual({
      ...view,
      query: "sort=-findings",
    });
    for (const role of ["compliance", "admin"] as const) {
      await as(role);
      expect(await change(view.view_id, { name: "x" })).toMatchObject({ status: 404 });
      expect(await remove(view.view_id)).toMatchObject({ status: 404 });
    }
    await as("support");
    expect(await remove(view.view_id)).toMatchObject({ status: 204 });
    expect(await remove(view.view_id)).toMatchObject({ status: 404 });
  });

  it("return to their maker when they are no longer shared", async () => {
    const { body: view } = await add({ ...VIEW, shared: true });
    expect((await change(view.view_id, { shared: false })).body).toEqual({ ...view, shared: false });
    expect(await list()).toHaveLength(1);
    await as("compliance");
    expect(await list()).toEqual([]);
  });

  it("hold only the list's parameters, and no text that may name a person", async () => {
    for (const query of [
      "?status=finished",
      "page=2",
      "severity=grave",
      "q=Ana%20L%C3%B3pez",
      "x".repeat(MAX_VIEW_QUERY),
    ])
      expect(await add({ ...VIEW, query })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    for (const name of ["\u202e\u200f", "\u0007"])
      expect(await add({ ...VIEW, name })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    const { body: view } = await add({ ...VIEW, query: "q=EXP-2041&sort=-findings" });
    expect(view.query).toBe("q=EXP-2041&sort=-findings");
    expect(await change(view.view_id, { query: "q=Maderas" })).toMatchObject({ status: 400 });
    for (const body of [
      { name: "x" },
      { ...VIEW, name: " " },
      { ...VIEW, name: "x".repeat(MAX_VIEW_NAME + 1) },
      { ...VIEW, user_id: "x" },
    ])
      expect(await add(body)).toMatchObject({ status: 400 });
  });

  it("are bounded, own and shared ones separately", async () => {
    const { body: view } = await add({ ...VIEW, shared: true });
    await database().pool.query(
      "INSERT INTO views (user_id, name, query, shared) SELECT user_id, 'x', '', true FROM views, generate_series(2, $1)",
      [MAX_VIEWS],
    );
    expect(await add({ ...VIEW, shared: true })).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    const { body: own } = await add(VIEW);
    expect(await change(own.view_id, { shared: true })).toMatchObject({ status: 409 });
    expect(await change(view.view_id, { name: "x" })).toMatchObject({ status: 200 });
  });

  it("are on record by their ids and queries", async () => {
    const { body: view } = await add(VIEW);
    await change(view.view_id, { shared: true });
    await remove(view.view_id);
    const { rows } = await database().pool.query(
      "SELECT action, ids, after FROM audit_log WHERE action LIKE 'view.%' AND outcome = 'done' ORDER BY id DESC LIMIT 3",
    );
    const ids = { view_id: view.view_id };
    expect(rows.reverse()).toEqual([
      { action: "view.added", ids, after: { query: VIEW.query, shared: false } },
      { action: "view.changed", ids, after: { query: VIEW.query, shared: true } },
      { action: "view.deleted", ids, after: null },
    ]);
  });
});
