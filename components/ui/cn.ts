import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; for classes of one property the last counts. */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes));
