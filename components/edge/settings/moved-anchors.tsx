"use client";

import { useEffect } from "react";

/** Sections that have moved to their own pages. Links to the old addresses are in mails, chats and bookmarks. */
const NEW_ADDRESSES: Readonly<Record<string, string>> = {
  "#alerts": "/settings/alerts",
  "#custody-settings": "/settings/custody",
  "#policies": "/settings/policies",
  "#review-policy": "/settings/review",
  "#system": "/settings/system",
  "#system-backups": "/settings/system#system-backups",
};

/** Redirects from the old address of a moved section. Runs in the browser, since a server does not receive the fragment. */
export function MovedAnchors() {
  useEffect(() => {
    const moved = NEW_ADDRESSES[window.location.hash];
    // A page load, since Next's router keeps the fragment of the first address: until `/settings` is prefetched, a link
    // to it would lead to the fragment, and back to the moved section.
    if (moved) window.location.replace(moved);
  }, []);
  return null;
}
