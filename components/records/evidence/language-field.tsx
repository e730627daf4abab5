import { SelectField } from "#components/kit/select-field.tsx";
import { LOCALES, type Locale } from "#lib/platform/contract/preferences.ts";

/** Each language by its own name, in any language of the page. */
const LANGUAGE_NAMES: Record<Locale, string> = { en: "English", "es-MX": "Español (México)" };

type Props = { label: string; value: Locale; onChange: (language: Locale) => void };

/** The language of an evidence package. */
export const LanguageField = (props: Props) => (
  <SelectField values={LOCALES} nameOf={(locale) => LANGUAGE_NAMES[locale]} {...props} />
);
