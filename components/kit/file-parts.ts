import type { LucideIcon } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { NamespaceWith } from "#messages/types.ts";

/** The parts of the file's page that a module declares. The desk draws the parts of all modules. */
export type FileParts = {
  /** Sections below the documents. */
  documentSections?: readonly FilePart[];
  /** Sections below all others. */
  sections?: readonly FilePart[];
  /** Buttons at the title of the documents. `advised`: the page recommends to write to the customer. */
  documentActions?: readonly FilePart<{ advised: boolean }>[];
  /** Hooks of what people wrote about the file, which is shown between the entries of the activity. */
  writings?: readonly ((verificationId: string) => readonly WrittenEntry[])[];
  menu?: readonly FileMenuItem[];
};

/** Sent to the window by a part after which the user writes to the customer; the part of the letter opens it. */
export const WRITE_TO_CUSTOMER = "cotejo:write-to-customer";

type FileProps = { verificationId: string };

/** `name` is unique among the parts of its kind, and names a section in the log if it fails. */
type FilePart<More = unknown> = { name: string; Part: ComponentType<FileProps & More> };

/** `key` is unique on the page. */
export type WrittenEntry = { key: string; at: Instant; shown: ReactNode };

/** An item of the menu, whose dialog is loaded when it opens. */
export type FileMenuItem = {
  /** The namespace of its messages, whose `action` is its name. */
  of: NamespaceWith<"action">;
  permission: Permission;
  icon: LucideIcon;
  load: () => Promise<ComponentType<FileProps & { onClosed: () => void }>>;
};
