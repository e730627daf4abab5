import { type ClassValue, clsx } from "clsx";

/**
 * Class names joined. Where two set the same thing the stylesheet's order decides, not this one: what a component lets
 * its callers choose is a variant of it.
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
