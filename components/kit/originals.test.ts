import { createElement } from "react";
import { expect, it } from "vitest";
import { LOCALES, type Locale, shown } from "#tools/test/shown.tsx";
import { NoOriginals, OpenOriginal, OriginalsProvider } from "./originals.tsx";

const ITEM = { verificationId: "ver_1", tag: "EXP-1", itemId: 7 };

const said = (fields: readonly string[] | null, locale: Locale, tag: string | null = "EXP-1") =>
  shown(
    OriginalsProvider({
      fields,
      children: [
        createElement(OpenOriginal, { key: "open", ...ITEM, tag }),
        createElement(NoOriginals, { key: "none" }),
      ],
    }),
    locale,
  ).text.trim();

it.each(Object.keys(LOCALES) as Locale[])(
  "in %s an item links to its original, or the file states why there is none",
  (locale) => {
    const words = LOCALES[locale].items.original;
    expect(said(["tag", "item_id"], locale)).toBe(words.open);
    expect(said(null, locale)).toBe(words.none);
    // Without a tag the address cannot be built.
    expect(said(["tag", "item_id"], locale, null)).toBe("");
    expect(said(["item_id"], locale, null)).toBe(words.open);
  },
);
