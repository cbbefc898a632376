import type { ToastsSnapshot } from './toasts.machine.ts'

/** Oldest first. */
export const selectToasts = ({ context }: ToastsSnapshot) => context.toasts
