import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { MessageKey } from "#messages/types.ts";

/** The `generateMetadata` of a page whose title is a message. */
export const titled = (key: MessageKey) => async (): Promise<Metadata> => {
  const t = (await getTranslations()) as unknown as (key: MessageKey) => string;
  return { title: t(key) };
};
