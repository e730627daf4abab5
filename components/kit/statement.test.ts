import { createElement } from "react";
import { expect, it } from "vitest";
import { shown } from "#tools/test/shown.tsx";
import { useStatementWords } from "./statement.ts";
import { useCodeWords } from "./words.tsx";

function ErrorAndRole({ value }: { value: string }) {
  const words = useStatementWords();
  const roleName = useCodeWords("people.role");
  const { text } = words({ kind: "person", people_id: 7, people_error: value });
  return `${text} · ${roleName(value)}`;
}

it.each(["toString", "constructor", "valueOf", "hasOwnProperty", "__proto__"])(
  "shows a lookup's error and a role that are called %s unchanged",
  (value) => {
    const { text } = shown(createElement(ErrorAndRole, { value }), "en");
    expect(text.split(value)).toHaveLength(3);
  },
);
