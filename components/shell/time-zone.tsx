"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { rememberTimeZone } from "#lib/browser/preferences.ts";

/** Tells the server the reader's time zone once, and has the page rendered in it. */
export function TimeZone() {
  const { refresh } = useRouter();
  useEffect(() => {
    if (rememberTimeZone()) refresh();
  }, [refresh]);
  return null;
}
