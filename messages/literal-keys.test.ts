import { expect, it } from "vitest";
import { literalKeys } from "./literal-keys.ts";

it("finds the keys of each way to get a message", () => {
  const source = `
    const t = useTranslations("page.head");
    const words = await getTranslations("page");
    return [t("title"), t.rich("body", { at: () => null }), words(ok ? "yes" : "no"), words(
      "broken.line")];`;
  expect(literalKeys(source)).toEqual(["page.head.title", "page.head.body", "page.yes", "page.no", "page.broken.line"]);
});

it("follows a name that is bound again", () => {
  const source = `
    function One() { const t = useTranslations("one"); return t("a"); }
    function Two() { const t = useTranslations("two"); return t("b"); }`;
  expect(literalKeys(source)).toEqual(["one.a", "two.b"]);
});

it("ignores other texts, and keys composed at run time", () => {
  const source = `
    const t = useTranslations("one");
    const u = useTranslations(\`one.\${name}\`);
    t(\`state.\${state}\`); t(key); u("x"); import("y"); other("z"); set("t");`;
  expect(literalKeys(source)).toEqual([]);
});
