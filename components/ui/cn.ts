import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of Tailwind classes for the same property, the last wins. */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes));
