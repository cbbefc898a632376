import type { AnyActorRef } from 'xstate'
import type { SignOutReason } from '../../accounts/session/session.types.ts'

/** `protected` needs tokens (S6.1); `guest` is for those who have none yet; `public` is for everybody. */
export type Access = 'public' | 'protected' | 'guest'

export interface Route {
  /** Names the screen whose code is loaded. */
  readonly id: string
  /** In the language of regexparam, which is wouter's: `/integrations/:id/*?`. */
  readonly pattern: string
  readonly access: Access
  readonly title: string
  /** Leads on to this path; `:name` and `*` are filled from the match. */
  readonly redirect?: string
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export interface Visitor {
  readonly signedIn: boolean
  /** Why nobody is signed in any more. */
  readonly reason: SignOutReason
}

/** A path of this origin with its query and hash. */
export type Path = string

export interface Target {
  readonly path: Path
  readonly how: 'push' | 'replace' | 'pop'
  /** The place in this tab's history, from 0. */
  readonly index: number
}

/** A screen that is shown. */
export interface Place extends Match {
  readonly path: Path
  readonly index: number
}

export interface NavigationContext {
  readonly routes: readonly Route[]
  /** null: the session is still being read. */
  readonly visitor: Visitor | null
  /** S2.3: a reset token that log-in leads on to. */
  readonly pendingResetToken: string | null
  /** Where we are going, after the policy; when settled, where we are. */
  readonly target: Target
  /** null until the first screen has come. */
  readonly current: Place | null
  /** Who asked last whether what is shown may go, for something else than a page. */
  readonly asker: AnyActorRef | null
}

export interface NavigationInput {
  readonly routes: readonly Route[]
  readonly path: Path
  readonly index: number
  readonly pendingResetToken: string | null
}

export type NavigationEvent =
  | { type: 'navigation.requested'; path: Path; replace?: boolean }
  /** Back, Forward, or an address typed by hand. */
  | { type: 'history.moved'; path: Path; index: number }
  | { type: 'visitor.changed'; visitor: Visitor }
  /** Another organization became the current one: a page about one thing of the former has nothing to show. */
  | { type: 'organization.left' }
  | { type: 'link.approached'; path: Path }
  | { type: 'retry.requested' }
  /** What is shown turned out to be called so. */
  | { type: 'screen.named'; name: string }
  /** A form holds what would be lost. */
  | { type: 'changes.started' }
  | { type: 'changes.finished' }
  /** May what is shown go, for something else than a page? The asker is told. */
  | { type: 'leaving.requested'; asker: AnyActorRef }
  /** It does not wait for the answer any more. */
  | { type: 'leaving.withdrawn'; asker: AnyActorRef }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.canceled' }

/** What whoever asked with `leaving.requested` is told. */
export type LeavingAnswer = { type: 'leaving.granted' } | { type: 'leaving.refused' }
