import type { QueryKey } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { FactKind } from "#lib/core/contract/verifications/activity.ts";
import { draftsOptions } from "#lib/desk/browser/drafts.ts";
import { notesOptions } from "#lib/desk/browser/notes.ts";
import { lettersOptions } from "#lib/outbound/browser/letters.ts";
import { readMessages } from "./live.ts";
import {
  concernedKeys,
  concernedRows,
  deliveryKeys,
  erasedKeys,
  noticeKeys,
  peopleKeys,
  reviewKeys,
  verificationKeys,
} from "./query-keys.ts";

/** The order of keys has no meaning. */
const sorted = (keys: readonly QueryKey[]) => keys.map((key) => JSON.stringify(key)).toSorted();

describe("the keys to refetch after live messages", () => {
  it("are deliveries, and each named verification once", () => {
    const message = { verification_id: "ver_1", kinds: ["items" as const] };
    expect(sorted(concernedKeys([message, message]))).toEqual(
      sorted([
        deliveryKeys.all,
        verificationKeys.detail("ver_1"),
        verificationKeys.events("ver_1"),
        peopleKeys.ofVerification("ver_1"),
      ]),
    );
  });

  it("include people if the message is about people or their items", () => {
    const peopleOf = (kind: FactKind) => concernedKeys([{ verification_id: "ver_1", kinds: [kind] }]);
    expect(peopleOf("people")).toContainEqual(peopleKeys.ofVerification("ver_1"));
    expect(peopleOf("items")).toContainEqual(peopleKeys.ofVerification("ver_1"));
    expect(peopleOf("snapshot")).not.toContainEqual(peopleKeys.ofVerification("ver_1"));
  });

  it("include the rows of all named files in lists, and of files with news of people in searches of people", () => {
    expect(
      concernedRows([
        { verification_id: "ver_1", kinds: ["snapshot"] },
        { verification_id: "ver_2", kinds: ["people", "snapshot"] },
        { verification_id: "ver_2", kinds: ["people"] },
        { verification_id: "ver_3", kinds: ["notes"] },
      ]),
    ).toEqual([
      { queryKey: verificationKeys.lists(), ids: ["ver_1", "ver_2"] },
      { queryKey: peopleKeys.searches(), ids: ["ver_2"] },
    ]);
    expect(concernedRows([{ verification_id: "ver_1", kinds: ["notes"] }])).toEqual([]);
  });

  it("include only the notes if the message is about notes alone", () => {
    expect(sorted(concernedKeys([{ verification_id: "ver_1", kinds: ["notes"] }]))).toEqual(
      sorted([notesOptions("ver_1").queryKey]),
    );
    expect(sorted(concernedKeys([{ verification_id: "ver_1", kinds: ["notes", "labels"] }]))).toEqual(
      sorted([
        deliveryKeys.all,
        verificationKeys.detail("ver_1"),
        verificationKeys.events("ver_1"),
        notesOptions("ver_1").queryKey,
      ]),
    );
  });

  it("include the log of a review and the counts of the queue when a review has changed", () => {
    expect(sorted(concernedKeys([{ verification_id: "ver_1", kinds: ["review"] }]))).toEqual(
      sorted([
        deliveryKeys.all,
        verificationKeys.detail("ver_1"),
        verificationKeys.events("ver_1"),
        reviewKeys.lanes(),
        reviewKeys.log("ver_1"),
      ]),
    );
  });

  it("are empty without a message", () => {
    expect(concernedKeys([])).toEqual([]);
  });
});

describe("an erased verification", () => {
  it("disappears from every query, and no other data goes with it", () => {
    const message = { verification_id: "ver_1", kinds: ["erased" as const] };
    expect(sorted(erasedKeys([message, { verification_id: "ver_2", kinds: ["items"] }]))).toEqual(
      sorted([
        deliveryKeys.details(),
        noticeKeys.all,
        verificationKeys.detail("ver_1"),
        verificationKeys.events("ver_1"),
        notesOptions("ver_1").queryKey,
        lettersOptions("ver_1").queryKey,
        draftsOptions("ver_1").queryKey,
        peopleKeys.ofVerification("ver_1"),
        reviewKeys.log("ver_1"),
      ]),
    );
    expect(erasedKeys([{ verification_id: "ver_2", kinds: ["items"] }])).toEqual([]);
  });
});

it.each([
  ["[", []],
  ["{}", []],
  ['[{"verification_id":1},null]', []],
  ['[{"verification_id":"ver_1","kinds":["people"]}]', [{ verification_id: "ver_1", kinds: ["people"] }]],
])("a frame of %s is read as %j", (data, messages) => {
  expect(readMessages(data)).toEqual(messages);
});
