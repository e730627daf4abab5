import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PresenceMessage, PresenceState } from "#lib/core/contract/verifications/presence.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { PresenceMemory, type PresenceNotice, presenceReader } from "./presence.ts";

const NAMES = ["Ana", "Luis", "María José", "Zoë"];
const notice = (user: number, tab: number, file: number, state: PresenceState): PresenceNotice => ({
  user_id: `00000000-0000-4000-8000-00000000000${user}`,
  name: NAMES[user] ?? String(user),
  tab: tab.toString(16).padStart(32, "0"),
  verification_id: `ver_${file}`,
  state,
});
const namesAt = (memory: PresenceMemory, file: number) => memory.at(`ver_${file}`).map(({ name }) => name);

const FILES = [0, 1, 2];
const said = fc.record({
  notice: fc
    .tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }), fc.constantFrom(...FILES))
    .chain(([user, tab, file]) =>
      fc.constantFrom<PresenceState>("open", "deciding", "left").map((state) => notice(user, tab, file, state)),
    ),
  waits: fc.nat({ max: 20_000 }),
});

describe("people with a file open", () => {
  it("are listed once each while a tab has reported within 30 s, as deciding if any of their tabs is", () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 40 }), (history) => {
        const memory = new PresenceMemory();
        let now = 0;
        const heard: (PresenceNotice & { at: number })[] = [];
        for (const { notice, waits } of history) {
          now += waits;
          memory.forget(now);
          memory.hear(notice, now);
          heard.push({ ...notice, at: now });
        }
        for (const file of FILES.map((each) => `ver_${each}`)) {
          // A tab is in the file of its last report, unless it has left that file since.
          const tabs = Map.groupBy(heard, ({ user_id, tab }) => `${user_id} ${tab}`);
          const there = [...tabs.values()].flatMap((own) => {
            const last = own.findLast(({ state }) => state !== "left");
            if (last?.verification_id !== file || now - last.at >= 30_000) return [];
            const left = own
              .slice(own.indexOf(last))
              .some((one) => one.state === "left" && one.verification_id === file);
            return left ? [] : [last];
          });
          const people = [...Map.groupBy(there, ({ user_id }) => user_id)].map(([user_id, own]) => ({
            user_id,
            name: own[0]?.name ?? "",
            deciding: own.some(({ state }) => state === "deciding"),
          }));
          expect(memory.at(file)).toEqual(people.toSorted((a, b) => a.name.localeCompare(b.name)));
        }
      }),
    );
  });

  it("are unchanged in a file that was not named", () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 40 }), (history) => {
        const memory = new PresenceMemory();
        let now = 0;
        for (const { notice, waits } of history) {
          now += waits;
          for (const change of [() => memory.forget(now), () => memory.hear(notice, now)]) {
            const before = new Map(FILES.map((file) => [`ver_${file}`, memory.at(`ver_${file}`)]));
            const named = change();
            for (const [id, present] of before) if (!named.includes(id)) expect(memory.at(id)).toEqual(present);
          }
        }
      }),
    );
  });

  it("are limited: by person, whose oldest tab is dropped, and in all", () => {
    const memory = new PresenceMemory();
    for (let tab = 0; tab < 12; tab += 1) memory.hear(notice(0, tab, tab, "open"), tab);
    expect(memory.files()).toEqual(Array.from({ length: 10 }, (_, index) => `ver_${index + 2}`));
    for (let user = 0; user < 200; user += 1) {
      for (let tab = 0; tab < 10; tab += 1) {
        memory.hear({ ...notice(1, tab, user, "open"), user_id: `${user}` }, 20);
      }
    }
    const entries = memory.files().reduce((sum, id) => sum + memory.at(id).length, 0);
    expect(entries).toBeLessThanOrEqual(1_000);
    // Reports of known tabs are applied even at the limit.
    memory.hear(notice(0, 11, 77, "deciding"), 21);
    expect(namesAt(memory, 77)).toContain("Ana");
  });

  it("leave a file when their tab opens another one, whichever message arrives first", () => {
    const memory = new PresenceMemory();
    memory.hear(notice(0, 0, 1, "open"), 0);
    expect(memory.hear(notice(0, 0, 2, "open"), 1).toSorted()).toEqual(["ver_1", "ver_2"]);
    expect(memory.hear(notice(0, 0, 1, "left"), 2)).toEqual([]);
    expect([namesAt(memory, 1), namesAt(memory, 2)]).toEqual([[], ["Ana"]]);
  });
});

describe("a reader", () => {
  const reads = (role: Role, user = 3) => {
    const memory = new PresenceMemory();
    const messages: PresenceMessage[] = [];
    const reader = { user_id: notice(user, 0, 0, "open").user_id, role };
    const told = presenceReader(
      memory,
      () => reader,
      (message) => messages.push(message),
    );
    const hear = (...heard: PresenceNotice[]) => {
      for (const one of heard) told.tell(memory.hear(one, 0));
    };
    return { memory, messages, reader, told, hear };
  };

  it("in compliance sees deciding users", () => {
    const { hear, messages } = reads("compliance");
    hear(notice(0, 0, 1, "open"), notice(0, 0, 1, "deciding"));
    expect(messages.map(({ files }) => files[0]?.colleagues[0]?.deciding)).toEqual([false, true]);
  });

  it.each<Role>(["support", "admin"])("in %s cannot notice deciding users, not even by a repeated message", (role) => {
    const { hear, messages } = reads(role);
    hear(notice(0, 0, 1, "deciding"), notice(0, 0, 1, "open"), notice(0, 0, 1, "deciding"));
    expect(messages).toEqual([
      {
        whole: false,
        files: [
          {
            verification_id: "ver_1",
            colleagues: [{ user_id: notice(0, 0, 0, "open").user_id, name: "Ana", deciding: false }],
          },
        ],
      },
    ]);
  });

  it("does not see themselves, a second tab of a person, or a repeated message", () => {
    const { hear, messages } = reads("compliance");
    hear(notice(3, 0, 1, "open"), notice(3, 1, 1, "deciding"));
    expect(messages).toEqual([]);
    hear(notice(1, 0, 1, "open"), notice(1, 1, 1, "open"), notice(1, 0, 1, "open"), notice(1, 0, 1, "left"));
    expect(messages).toHaveLength(1);
    hear(notice(1, 1, 1, "left"));
    expect(messages.at(-1)).toEqual({ whole: false, files: [{ verification_id: "ver_1", colleagues: [] }] });
  });

  it("gets the whole list at once, and after a change of role the list of the new role", () => {
    const { hear, messages, reader, told } = reads("support");
    hear(notice(0, 0, 1, "deciding"), notice(1, 0, 2, "open"));
    reader.role = "compliance";
    told.tellAll();
    const last = messages.at(-1);
    expect(last?.whole).toBe(true);
    expect(last?.files.map(({ colleagues }) => colleagues[0]?.deciding)).toEqual([true, false]);
  });
});
