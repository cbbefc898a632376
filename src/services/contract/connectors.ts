import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, list, Uuid } from './common.ts'

const VALUE_MAX = 2_000
const FIELDS_MAX = 20
export const CHOICES_MAX = 200

/** A text of the server, by its code for an app in another language. */
export const Label = z.object({ code: z.string(), text: z.string() })

/** What a connector asks of whoever connects it. */
export const ConnectorField = z.object({
  name: z.string(),
  label: Label,
  hint: z.nullable(Label),
  input: z.enum(['url', 'server', 'email', 'text', 'secret']),
  is_optional: z.boolean(),
  /** What the field begins with; '' where nothing is usual. */
  preset: z.string(),
  /** Of one of two ways to connect a service, with a token or by a log-in there; null of both. */
  way: z._default(z.nullable(z.enum(['token', 'sign_in'])), null),
})
export type ConnectorField = z.infer<typeof ConnectorField>

/** GET /api/v1/connectors: the services that can be connected. */
export const Connector = z.object({
  kind: z.string(),
  name: z.string(),
  fields: z.array(ConnectorField),
  /** What is chosen of it, as “Spaces”. */
  choices: Label,
  /** Where the service sends people back to who sign in there; null where nobody can. */
  redirect_uri: z.nullable(z.string()),
  /** Many of its people show no address there, by which they would be known here. */
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

/** What was entered into the fields, by their names. */
export const EnteredSettings = z
  .record(exact(40), exact(VALUE_MAX))
  .check(z.refine((fields) => Object.keys(fields).length <= FIELDS_MAX))

export const ConnectionDetails = z.object({
  connector: exact(40),
  settings: EnteredSettings,
  choices: list(ConnectorChoice, CHOICES_MAX).check(z.minLength(1, t('Choose at least one.'))),
  sign_in: z.optional(Uuid),
})

/** A connection as it is kept, without its secrets. */
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

/** POST …/sources/choices: tries a connection; secrets that are left out are those of `source_id`. */
export const ConnectionTest = z.object({ ...tried, sign_in: z.optional(Uuid) })

/** POST …/sources/sign-ins: the same for a service that people sign in to. */
export const NewSignIn = z.object(tried)

/** Its page is opened in the same browser; then the sign-in is asked for until it is connected, or refused. */
export const SignIn = z.object({ id: z.string(), url: z.url({ protocol: /^https?$/ }) })
export type SignIn = z.infer<typeof SignIn>
export const SignInState = z.object({ status: z.enum(['open', 'connected']) })

/** What can be chosen; `is_whole` is false when there is more. */
export const ConnectionChoices = z.object({
  choices: z.array(ConnectorChoice),
  is_whole: z.boolean(),
  /** Whether it tells who may read an item there. */
  tells_readers: z._default(z.boolean(), false),
})
export type ConnectionChoices = z.infer<typeof ConnectionChoices>
