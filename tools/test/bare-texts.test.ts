import { expect, test } from "vitest";
import { bareTexts } from "./bare-texts.ts";

const found = (jsx: string) => bareTexts(`const a = ${jsx};`).length > 0;

test.each([
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the examples have templates.
  "<p><b />{late && ` · ${t(`late`)}`}</p>",
  "<p>{rows.map((row) => `${row}, `)}<b /></p>",
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the examples have templates.
  '<p>{late && "late"}<b /></p>',
  '<p><b />{name ?? t("unnamed")}</p>',
  '<p><b />{late ? <i /> : t("onTime")}</p>',
  '<p><b />{late ? (\n  early ? (\n    <i />\n  ) : (\n    t("late")\n  )\n) : null}</p>',
  "<p><b />{file && file.name}</p>",
  "<p><b />{file && file?.name}</p>",
  "<p><b />{code !== null && wordsOf(code)}</p>",
  '<ul><li><p>{late && <i>{open && "open"} · </i>}</p></li></ul>',
  '<Remark>{late && "late"}<b /></Remark>',
  "<p>{late && <b />} always</p>",
  '<p>{late && <b />}{" "}<i /></p>',
  "<p>{rows.map((row) => <b key={row} />)}{t(`all`)}</p>",
  '<p>{t("count", { count })} <b /></p>',
  '<p>{late && <>{t("late")}<b /></>}</p>',
  '<p>{rows.map((row) => <Fragment key={row}>{" "}<b /></Fragment>)}</p>',
  '<p>{at === null ? t("unused") : t.rich("used", { at: () => <b /> })}</p>',
  "<p>{t.rich(state, { at: () => <b /> })}</p>",
])("finds the text in %s", (jsx) => expect(found(jsx)).toBe(true));

test.each([
  '<p>{late && "late"}</p>',
  "<p>{name ?? t(`unnamed`)}</p>",
  '<p>\n  {late && "late"}\n  {/* Alone in its element. */}\n</p>',
  '<p>{late && <span>{t("late")}</span>}<b /></p>',
  '<p><b />{late ? <i /> : <span>{t("onTime")}</span>}</p>',
  "<p>{late && <>{actions}</>}<b /></p>",
  "<p>{late ? null : undefined}<b /></p>",
  "<p>always <b />{late && <i />}</p>",
  '<p>{t("title")} <b /></p>',
  '<Fact name={late ? "late" : t("onTime")}><b /><i /></Fact>',
  '<p>{at === null ? t("unused") : <span>{t.rich("used", { at: () => <b /> })}</span>}</p>',
  "<p><span key={state}>{t.rich(state, { at: () => <b /> })}</span></p>",
])("accepts %s", (jsx) => expect(found(jsx)).toBe(false));
