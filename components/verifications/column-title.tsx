"use client";

import { useTranslations } from "next-intl";
import type { ColumnId } from "./layout.ts";

export function ColumnTitle({ id }: { id: ColumnId }) {
  const t = useTranslations("verifications.table.columns");
  return t(id);
}
