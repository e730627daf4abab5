import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Class names joined, the later of two that set the same thing winning. */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes));
