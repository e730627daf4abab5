import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

/** The `generateMetadata` of a page whose title is a message. */
export const titled =
  (namespace: string, key = "title") =>
  async (): Promise<Metadata> => ({ title: (await getTranslations(namespace))(key) });
