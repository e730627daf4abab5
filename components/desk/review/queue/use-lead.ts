import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Lead } from "#components/desk/review/review-step.ts";
import { DESK, type Lane } from "#lib/desk/contract/review/lanes.ts";
import { toast } from "@/components/ui/toast-store";
import type { Queue } from "./use-queue.ts";

type Desk = {
  queue: Queue;
  lane: Lane;
  open: (verification_id: string) => void;
  /** Closes the open file, because no file follows it. */
  close: () => void;
};

/**
 * After a step that ends the work on a file, the desk opens the next file while the step is saved. If saving fails, an
 * error is shown, and the file returns unchanged.
 */
export function useLead({ queue, lane, open, close }: Desk) {
  const t = useTranslations("review-queue.unsaved");
  const router = useRouter();
  /** Files whose step is being saved (null) or has failed (the id of its toast), until the reader opens the file again. */
  const [saving, setSaving] = useState<ReadonlyMap<string, string | null>>(new Map());
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const settle = (id: string) => {
    const said = saving.get(id);
    if (said) toast.dismiss(said);
    setSaving((files) => new Map([...files].filter(([one]) => one !== id)));
  };
  const lead: Lead = {
    ahead: (id) => {
      const next = queue.after(id);
      if (next === null || !isOpen(id)) return false;
      queue.leave(id);
      setSaving((files) => new Map(files).set(id, null));
      open(next);
      return true;
    },
    saved: (id, ahead) => {
      if (ahead) return settle(id);
      queue.leave(id);
      // A reader who has opened another file meanwhile stays there.
      if (!isOpen(id)) return;
      const next = queue.after(id);
      if (next === null) close();
      else open(next);
    },
    failed: ({ verification_id: id, name }, why) => {
      queue.stay(id);
      // A reader who has opened the file again sees the error in its dialog.
      if (isOpen(id)) return;
      const back = () => (isHere.current ? open(id) : router.push(`/review?${DESK.write({ lane, file: id })}`));
      const action = { label: t("action"), alt: t("where"), onClick: back };
      const said = toast(t("title", { name }), { description: why, duration: Number.POSITIVE_INFINITY, action });
      setSaving((files) => (files.has(id) ? new Map(files).set(id, said) : files));
    },
  };
  /** A ref keeps its identity, so that a changed lead does not render the components that use it. */
  const latest = useRef(lead);
  useLayoutEffect(() => {
    latest.current = lead;
  });
  return { lead: latest, saving: [...saving.keys()], settle };
}

const isOpen = (id: string): boolean => DESK.read(new URLSearchParams(window.location.search)).filter.file === id;
