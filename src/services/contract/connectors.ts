import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, list, Uuid } from './common.ts'

const VALUE_MAX = 2_000
const FIELDS_MAX = 20
export const CHOICES_MAX = 200

/** A text of the server, with its code for an app in another language. */
export const Label = z.object({ code: z.string(), text: z.string() })

/** A field that connecting a service needs. */
export const ConnectorField = z.object({
  name: z.string(),
  label: Label,
  hint: z.nullable(Label),
  input: z.enum(['url', 'server', 'email', 'text', 'secret']),
  is_optional: z.boolean(),
  /** Initial value; '' if there is no usual one. */
  preset: z.string(),
  /** Belongs to one of two ways to connect a service, with a token or by a log-in there; null for both. */
  way: z._default(z.nullable(z.enum(['token', 'sign_in'])), null),
})
export type ConnectorField = z.infer<typeof ConnectorField>

/** GET /api/v1/connectors: the services that can be connected. */
export const Connector = z.object({
  kind: z.string(),
  name: z.string(),
  fields: z.array(ConnectorField),
  /** Label of the choices, such as “Spaces”. */
  choices: Label,
  /** The address that the service returns people to after log-in; null if it has no log-in. */
  redirect_uri: z.nullable(z.string()),
  /** Many of its people show no address by which they could be matched here. */
  hides_addresses: z._default(z.boolean(), false),
})
export type Connector = z.infer<typeof Connector>
export const ConnectorList = z.array(Connector)

/** Something that can be read as a whole: a space, a folder, a bucket. */
export const ConnectorChoice = z.object({
  id: exact(500).check(z.minLength(1)),
  name: exact(500),
})
export type ConnectorChoice = z.infer<typeof ConnectorChoice>

/** Values of the fields, by name. */
export const EnteredSettings = z
  .record(exact(40), exact(VALUE_MAX))
  .check(z.refine((fields) => Object.keys(fields).length <= FIELDS_MAX))

export const ConnectionDetails = z.object({
  connector: exact(40),
  settings: EnteredSettings,
  choices: list(ConnectorChoice, CHOICES_MAX).check(z.minLength(1, t('Choose at least one.'))),
  sign_in: z.optional(Uuid),
})

/** A stored connection, without its secrets. */
export const ConnectionSettings = z.object({
  kind: z.literal('connector'),
  connector: z.string(),
  /** Its address. */
  url: z.string(),
  settings: z.record(z.string(), z.string()),
  choices: z.array(ConnectorChoice),
})
export type ConnectionSettings = z.infer<typeof ConnectionSettings>

const tried = { connector: exact(40), settings: EnteredSettings, source_id: z.optional(Uuid) }

/** POST …/sources/choices: tries a connection; omitted secrets are those of `source_id`. */
export const ConnectionAttempt = z.object({ ...tried, sign_in: z.optional(Uuid) })

/** POST …/sources/sign-ins: the same for a service with a log-in. */
export const NewSignIn = z.object(tried)

/** Its page is opened in the same browser; then the sign-in is polled until it is connected or refused. */
export const StartedSignIn = z.object({ id: z.string(), url: z.url({ protocol: /^https?$/ }) })
export type StartedSignIn = z.infer<typeof StartedSignIn>
export const SignInState = z.object({ status: z.enum(['open', 'connected']) })

/** The possible choices; `is_whole` is false if there are more. */
export const ConnectionChoices = z.object({
  choices: z.array(ConnectorChoice),
  is_whole: z.boolean(),
  /** Whether it tells who can read an item there. */
  tells_readers: z._default(z.boolean(), false),
})
export type ConnectionChoices = z.infer<typeof ConnectionChoices>
