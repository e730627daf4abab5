import { Eraser, FileCheck, Lock } from "lucide-react";
import type { FileParts } from "#components/kit/file-parts.ts";

export const records: FileParts = {
  menu: [
    {
      of: "privacy.erase",
      permission: "verifications.erase",
      icon: Eraser,
      load: () => import("./file/erase-dialog.tsx").then((module) => module.EraseDialog),
    },
    {
      of: "custody.place",
      permission: "privacy.manage",
      icon: Lock,
      load: () => import("#components/desk/custody/custody-dialogs.tsx").then((module) => module.HoldFileDialog),
    },
    {
      of: "privacy.package",
      permission: "evidence.read",
      icon: FileCheck,
      load: () => import("./file/package-dialog.tsx").then((module) => module.PackageDialog),
    },
  ],
};
