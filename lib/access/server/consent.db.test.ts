import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeReview } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { addPerson, databaseForEach, PASSWORD, trailOf, tryToSignIn } from "#tools/test/access.ts";
import { acceptLink, findLink } from "./access-links.ts";
import { listNotices } from "./account-notices.ts";
import { changeUser, createUser, removeFactorOf, renewLink } from "./change-users.ts";
import {
  declineConsent,
  expireConsent,
  giveConsent,
  liftConsent,
  readConsent,
  requestConsent,
  requireConsent,
} from "./consent.ts";
import type { User } from "./users.ts";

const database = databaseForEach();

let [one, two, three, ana]: User[] = [];
beforeEach(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  await database().pool.query("TRUNCATE consent_policy");
  one = await addPerson(database(), "one", "admin");
  two = await addPerson(database(), "two", "admin");
  three = await addPerson(database(), "three", "admin");
  ana = await addPerson(database(), "ana");
});
const idOf = (user: User | undefined) => user?.id ?? expect.unreachable();

type Action = Parameters<typeof requestConsent>[0]["action"];
const ask = async (by: User | undefined, action: Action, user = ana): Promise<string> => {
  const requested = await requestConsent({ by: idOf(by), user_id: idOf(user), action }, database());
  return requested.ids?.consent_id ?? expect.unreachable();
};
const give = (by: User | undefined, id: string) => {
  const actor = { user: by ?? null, address: null, user_agent: null };
  return giveConsent({ by: idOf(by), id, actor }, database());
};
const required = () => requireConsent({ by: idOf(one) }, database());

describe("a second admin's consent", () => {
  it("is not required by default, and can be from three active admins on", async () => {
    await renewLink({ by: idOf(one), id: idOf(ana) }, database());
    await changeUser({ by: idOf(one), id: idOf(three), change: { disabled: true } }, database());
    expect(await readConsent(database())).toEqual({ required_since: null, offered: false, requests: [] });
    await expect(required()).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(ask(one, "new_link")).rejects.toMatchObject({ code: "CONFLICT" });
    await changeUser({ by: idOf(one), id: idOf(three), change: { disabled: false } }, database());
    expect((await readConsent(database())).offered).toBe(true);
    await required();
    await required();
    expect((await readConsent(database())).required_since).not.toBeNull();
  });

  it("ends the links that one admin alone has made, and one that was being made just then is refused", async () => {
    const made = await renewLink({ by: idOf(one), id: idOf(ana) }, database());
    const invited = await createUser(
      { by: idOf(one), email: "invited@example.mx", name: "Invited", role: "compliance" },
      database(),
    );
    const tokens = [made.url, invited.invite_url ?? ""].map((url) => new URL(url).hash.slice(1));
    for (const token of tokens)
      await expect(findLink(token, database())).resolves.toMatchObject({ email: expect.anything() });
    const kept = await database().pool.query("SELECT * FROM access_links");
    expect(await required()).toBe(2);
    expect(await required()).toBe(0);
    // As if the transaction of the link had committed a moment later.
    for (const { user_id, token_hash, purpose, expires_at, created_at } of kept.rows) {
      await database().pool.query(
        "INSERT INTO access_links (user_id, token_hash, purpose, expires_at, created_at) VALUES ($1, $2, $3, $4, $5)",
        [user_id, token_hash, purpose, expires_at, created_at],
      );
    }
    for (const token of tokens) {
      await expect(findLink(token, database())).rejects.toMatchObject({ code: "FORBIDDEN" });
      const acceptance = { token, password: "a new and good passphrase" };
      const accepting = acceptLink(
        { acceptance, actor: { address: null, user_agent: null }, browser: null },
        database(),
      );
      await expect(accepting).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it("is required where an admin could act as another user or as a second admin, and nowhere else", async () => {
    const { id: guest } = await createUser(
      { by: idOf(one), email: "guest@example.mx", name: "Guest", role: "support" },
      database(),
    );
    const { id: invited } = await createUser(
      { by: idOf(one), email: "invited@example.mx", name: "Invited", role: "admin" },
      database(),
    );
    const { id: officer } = await createUser(
      { by: idOf(one), email: "officer@example.mx", name: "Officer", role: "compliance" },
      database(),
    );
    const { id: joined } = await addPerson(database(), "joined", "support");
    await required();
    const by = idOf(one);
    const id = idOf(ana);
    for (const act of [
      () => renewLink({ by, id }, database()),
      // An invitation to an admin's account makes its holder a second admin.
      () => renewLink({ by, id: invited }, database()),
      // Nor may they hold an account that approves what they have decided.
      () => renewLink({ by, id: officer }, database()),
      () => changeUser({ by, id: joined, change: { role: "compliance" } }, database()),
      () => changeUser({ by, id: guest, change: { role: "compliance", name: "Other" } }, database()),
      () => changeUser({ by, id: idOf(two), change: { role: "compliance" } }, database()),
      () => createUser({ by, email: "new@example.mx", name: "New", role: "compliance" }, database()),
      () =>
        createUser(
          { by, email: "new@example.mx", name: "New", role: "compliance", password: "a good long passphrase" },
          database(),
        ),
      () => removeFactorOf({ by, id }, database()),
      () => changeUser({ by, id, change: { role: "admin" } }, database()),
      () => createUser({ by, email: "new@example.mx", name: "New", role: "admin" }, database()),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "CONSENT_REQUIRED", status: 409 });
    }
    await tryToSignIn(database(), "ana@example.mx", { password: PASSWORD });
    await renewLink({ by, id: guest }, database());
    await changeUser({ by, id: officer, change: { role: "compliance", name: "Officer Two" } }, database());
    await changeUser({ by, id, change: { role: "support", disabled: true } }, database());
    await changeUser({ by, id: idOf(two), change: { role: "support" } }, database());
  });
});

describe("a consent request", () => {
  beforeEach(required);

  it("is executed once another admin consents, by that admin, with both in the trail and in the user's notice", async () => {
    const id = await ask(one, "new_link");
    expect((await readConsent(database())).requests).toMatchObject([
      { id, action: "new_link", email: "ana@example.mx", asked_by: "one@example.mx" },
    ]);
    await expect(give(one, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(give(ana, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await tryToSignIn(database(), "ana@example.mx");
    const outcomes = await Promise.allSettled([give(two, id), give(three, id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const given = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(given).toMatchObject([{ link: { purpose: "reset", url: expect.stringContaining("/reset#") } }]);
    await expect(tryToSignIn(database(), "ana@example.mx")).rejects.toMatchObject({ status: 401 });
    const [entry] = (await trailOf(database(), "user.link_renewed")).slice(-1);
    expect(entry).toMatchObject({ ids: { consent_id: id }, after: { asked_by: "one@example.mx" } });
    expect(["two@example.mx", "three@example.mx"]).toContain(entry.user_email);
    const [notice] = await listNotices(idOf(ana), database());
    expect(notice?.by).toEqual(["one@example.mx", entry.user_email].sort());
  });

  it("makes an admin or a member of compliance of a user who has joined, and not of an invited one", async () => {
    const { id } = await addPerson(database(), "guest", "support");
    await give(two, await ask(one, "make_compliance", await addPerson(database(), "guest", "support")));
    await give(two, await ask(one, "make_admin"));
    const { rows } = await database().pool.query("SELECT role FROM users WHERE id = ANY ($1) ORDER BY role", [
      [id, idOf(ana)],
    ]);
    expect(rows).toEqual([{ role: "admin" }, { role: "compliance" }]);
    expect((await readConsent(database())).requests).toEqual([]);
    await changeUser({ by: idOf(ana), id: idOf(three), change: { role: "support" } }, database());
    const invited = await createUser({ by: idOf(one), email: "i@example.mx", name: "I", role: "support" }, database());
    for (const action of ["make_admin", "make_compliance"] as const)
      await expect(ask(one, action, invited)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(ask(one, "new_link", one)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("unassigns the reviews of an officer who becomes an administrator", async () => {
    const { begin, receive, review, user } = reviewDesk(database());
    const officer = await addPerson(database(), "officer", "compliance");
    await begin();
    await receive(...finishedFile("ver_of_officer"));
    await changeReview("ver_of_officer", { assignee: officer.id }, await user("colleague", "compliance"), database());
    await give(two, await ask(one, "make_admin", officer));
    expect(await review("ver_of_officer")).toMatchObject({ state: "open", assignee: null });
  });

  it("is rolled back by an error of the action: a missing factor leaves the request unchanged", async () => {
    const id = await ask(one, "remove_second_factor");
    await expect(give(two, id)).rejects.toMatchObject({ code: "SECOND_FACTOR_MISSING" });
    expect((await readConsent(database())).requests).toHaveLength(1);
  });

  it("ends when it is declined or expires, with its admin, and when consent is no longer required", async () => {
    const gone = async (id: string) => {
      expect((await readConsent(database())).requests).toEqual([]);
      await expect(give(two, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    };
    const declined = await ask(one, "new_link");
    await declineConsent({ by: idOf(three), id: declined }, database());
    await gone(declined);
    const late = await ask(one, "new_link");
    await database().pool.query("UPDATE consent_requests SET expires_at = now()");
    await gone(late);
    await expireConsent(database());
    await expireConsent(database());
    expect((await trailOf(database(), "consent.expired")).map(({ ids }) => ids.consent_id)).toEqual([late]);
    const demoted = await ask(three, "new_link");
    await changeUser({ by: idOf(one), id: idOf(three), change: { role: "support" } }, database());
    await gone(demoted);
    const lifted = await ask(one, "new_link");
    expect([await liftConsent(database()), await liftConsent(database())]).toEqual([true, false]);
    await gone(lifted);
    expect(await trailOf(database(), "consent.lifted")).toMatchObject([{ user_email: null }]);
    await renewLink({ by: idOf(one), id: idOf(ana) }, database());
  });

  it("replaces the earlier request: an answer to the earlier one has no effect", async () => {
    const earlier = await ask(one, "new_link");
    const later = await ask(two, "new_link");
    await expect(give(three, earlier)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(give(two, later)).rejects.toMatchObject({ code: "CONFLICT" });
    await give(one, later);
  });
});
