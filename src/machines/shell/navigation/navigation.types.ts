import type { AnyActorRef } from 'xstate'
import type { SignOutReason } from '../../accounts/session/session.types.ts'

/** `protected` needs tokens (S6.1); `guest` is for people without tokens; `public` is for everyone. */
export type Access = 'public' | 'protected' | 'guest'

export interface Route {
  /** Names the screen whose code is loaded. */
  readonly id: string
  /** In the syntax of regexparam, which wouter uses: `/integrations/:id/*?`. */
  readonly pattern: string
  readonly access: Access
  readonly title: string
  /** Redirects to this path; `:name` and `*` are filled from the match. */
  readonly redirect?: string
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export interface Visitor {
  readonly signedIn: boolean
  /** Why no one is signed in any more. */
  readonly reason: SignOutReason
}

/** A path of this origin with its query and hash. */
export type Path = string

export interface Target {
  readonly path: Path
  readonly how: 'push' | 'replace' | 'pop'
  /** The position in this tab's history, from 0. */
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
  /** S2.3: a reset token that log-in continues with. */
  readonly pendingResetToken: string | null
  /** The target after the policy; when settled, the current place. */
  readonly target: Target
  /** null until the first screen has loaded. */
  readonly current: Place | null
  /** A newer version was installed, and the person has kept this page. */
  readonly isOutdated: boolean
  /** The last actor that asked to discard the screen's changes for something other than a page. */
  readonly asker: AnyActorRef | null
  /** The forms of the screen whose changes would be lost. */
  readonly holders: readonly AnyActorRef[]
  /** Those whose text may be left: the person was asked, or there was nothing to ask about. */
  readonly givenUp: readonly AnyActorRef[]
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
  /** Another organization became current: a page about one thing of the previous one has nothing to show. */
  | { type: 'organization.left' }
  | { type: 'link.approached'; path: Path }
  | { type: 'retry.requested' }
  /** A part of this page was removed by an update. */
  | { type: 'version.replaced' }
  | { type: 'reload.requested' }
  /** The shown thing's name was found. */
  | { type: 'screen.named'; name: string }
  /** A form has changes that would be lost. */
  | { type: 'changes.started'; holder: AnyActorRef }
  /** Saved, put back, or given up; null: those of every form. */
  | { type: 'changes.finished'; holder: AnyActorRef | null }
  /** Asks to discard the screen's changes for something other than a page; the asker gets the answer. */
  | { type: 'leaving.requested'; asker: AnyActorRef }
  /** The asker withdrew. */
  | { type: 'leaving.withdrawn'; asker: AnyActorRef }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.canceled' }

/** The answer to `leaving.requested`. */
export type LeavingAnswer = { type: 'leaving.granted' } | { type: 'leaving.refused' }
