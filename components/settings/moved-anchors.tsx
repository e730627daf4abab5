"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Sections that were on the page of all settings: links to them are in mails, chats and bookmarks. */
const MOVED: Readonly<Record<string, string>> = {
  "#alerts": "/settings/alerts",
  "#custody-settings": "/settings/custody",
  "#policies": "/settings/policies",
  "#review-policy": "/settings/review",
  "#system": "/settings/system",
  "#system-backups": "/settings/system#system-backups",
};

/** Leads on from an address of a section that has a page of its own by now. A server does not get the anchor. */
export function MovedAnchors() {
  const router = useRouter();
  useEffect(() => {
    const moved = MOVED[window.location.hash];
    if (moved) router.replace(moved);
  }, [router]);
  return null;
}
