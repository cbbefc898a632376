/** A person, as whoever did something. */
export const PERSON = 'person'

/** What happened between the actors, the browser and the server; secrets, ids and texts are never in it. */
export type Happening =
  /** An event led `to` into other states. `from`: who sent it; null: time, or an effect. */
  | {
      readonly kind: 'change'
      readonly from: string | null
      readonly to: string
      readonly event: string
      readonly states: readonly string[]
    }
  /** A machine began to run. */
  | {
      readonly kind: 'start'
      readonly from: string | null
      readonly to: string
      readonly states: readonly string[]
    }
  | { readonly kind: 'request'; readonly call: string; readonly status: number }
  /** The server told something over a socket. */
  | { readonly kind: 'message'; readonly event: string }

interface JourneyStep {
  /** What the person does, or what befalls them. */
  readonly says: string
  /** Name of the picture of the screen after it. */
  readonly picture: string
  readonly happenings: readonly Happening[]
}

/** One story across actors, as it went in a browser on the real server. */
export interface Journey {
  readonly id: string
  readonly title: string
  /** What a reviewer wants to know, and the answer that the run proves. */
  readonly question: string
  readonly answer: string
  /** The machines that have a lane, in their order. */
  readonly lanes: readonly string[]
  readonly steps: readonly JourneyStep[]
  /** `starter → started` and `teller → told` of all machines that ran, lanes or not. */
  readonly starts: readonly (readonly [string, string])[]
  readonly tells: readonly (readonly [from: string, to: string, event: string])[]
}

/** A journey as the browser's side writes it down. */
export const JOURNEY_FILE = 'journey.json'
