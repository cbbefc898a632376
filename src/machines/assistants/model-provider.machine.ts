import { assign } from 'xstate'
import type { ModelProtocol, ModelProvider } from '../../services/contract/models.ts'
import { t } from '../../texts/t.ts'
import { differences } from '../shared/differences.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import { type FieldErrors, openedAfter } from '../shared/form/form.parts.ts'

/** As typed: a price can be empty. */
export interface ModelLine {
  readonly name: string
  readonly input: string
  readonly output: string
}

export interface ProviderValues {
  /** '' for a new one. */
  readonly provider_id: string
  readonly name: string
  readonly protocol: ModelProtocol
  /** '' for the address of the protocol's own provider. */
  readonly base_url: string
  /** The address that the stored key belongs to; '' if none is stored. */
  readonly key_url: string
  /** '' keeps the stored one. */
  readonly api_key: string
  readonly models: readonly ModelLine[]
  readonly currency: string
}

export const BLANK_MODEL: ModelLine = { name: '', input: '', output: '' }

const typed = (price: number | null) => (price === null ? '' : String(price))

/** The form of a stored provider. */
export const storedProvider = (provider: ModelProvider): ProviderValues => ({
  provider_id: provider.id,
  name: provider.name,
  protocol: provider.protocol,
  base_url: provider.base_url,
  key_url: provider.key_hint === null ? '' : provider.base_url,
  api_key: '',
  models: provider.models.map(({ name, input, output }) => ({
    name,
    input: typed(input),
    output: typed(output),
  })),
  currency: provider.currency,
})

const ADDRESS = /^https?:\/\//
const PRICE = /^\d{1,6}([.,]\d{1,6})?$/

const isPriced = ({ input, output }: ModelLine) =>
  (input.trim() === '' && output.trim() === '') || [input, output].every((price) => PRICE.test(price.trim()))

const originOf = (address: string) => URL.parse(address.trim())?.origin ?? ''

/** An empty address means that of the protocol's own provider. */
const problemOfAddress = ({ base_url }: Pick<ProviderValues, 'base_url'>): FieldErrors =>
  base_url.trim() === '' || ADDRESS.test(base_url.trim())
    ? {}
    : { base_url: t('Enter an address that begins with https://.') }

const problemOfModels = (models: readonly ModelLine[]) => {
  if (models.some(({ name }) => name.trim() === '')) return t('Enter the model, or remove the row.')
  if (models.length === 0) return t('Add a model.')
  return models.every(isPriced) ? null : t('Enter both prices as numbers such as 2.50, or leave both empty.')
}

const validate = ({ name, base_url, key_url, api_key, models, currency }: ProviderValues): FieldErrors => {
  const problem = problemOfModels(models)
  const isElsewhere = key_url !== '' && api_key === '' && originOf(base_url) !== originOf(key_url)
  return {
    ...(name.trim() === '' && { name: t('Give the provider a name.') }),
    ...problemOfAddress({ base_url }),
    ...(isElsewhere && { api_key: t('The address changed. Enter the key again.') }),
    ...(problem !== null && { models: problem }),
    ...(!/^[A-Z]{3}$/.test(currency.trim().toUpperCase()) && {
      currency: t('Enter a currency such as EUR.'),
    }),
  }
}

/** A refusal may say what others have stored in the meantime: every field that was not changed here follows it. */
function followed(context: { opened: ProviderValues | null; values: ProviderValues }, error: unknown) {
  const { opened, values } = context
  const { stored } = (error ?? {}) as { stored?: ProviderValues }
  if (!stored || !opened) return openedAfter(context, error)
  return { opened: stored, values: { ...stored, ...differences(values, opened) } }
}

/**
 * The dialog that adds or changes a model provider. The server sends a test request to each model before
 * storing them.
 */
export const modelProviderMachine = createFormMachine<ProviderValues, ModelProvider>({
  id: 'modelProvider',
  description: 'Adds a provider of models, or changes one, once its models have answered.',
  initial: 'closed',
  empty: {
    provider_id: '',
    name: '',
    protocol: 'openai',
    base_url: '',
    key_url: '',
    api_key: '',
    models: [BLANK_MODEL],
    currency: 'USD',
  },
  validate,
  fallback: t('The provider could not be saved. Please try again.'),
}).provide({
  actions: { doubtOpened: assign(({ context }, { error }) => followed(context, error)) },
})

export type ModelProviderRef = FormRef<ProviderValues, ModelProvider>

const LISTED_FROM = { provider_id: '', protocol: 'openai', base_url: '', key_url: '', api_key: '' } as const

/** The provider whose models are listed. */
type ListedFrom = Pick<ProviderValues, keyof typeof LISTED_FROM>
const FROM = Object.keys(LISTED_FROM) as (keyof ListedFrom)[]

export const listedFrom = (values: ProviderValues) =>
  Object.fromEntries(FROM.map((name) => [name, values[name]])) as unknown as ListedFrom

/** The models that a provider lists, and the format of their names. */
export const listModelsMachine = createFormMachine<ListedFrom, string[]>({
  id: 'listModels',
  description: 'Asks a provider for the names of its models.',
  initial: 'closed',
  acceptedAs: 'shown',
  finishes: false,
  onlyAsks: true,
  empty: LISTED_FROM,
  validate: problemOfAddress,
  fallback: t('The list could not be loaded. Type the model names.'),
})

export type ListModelsRef = FormRef<ListedFrom, string[]>

/** Whether the list, its error or its reading belongs to what is filled in now, and not to another provider. */
export const isListedFrom =
  (values: ProviderValues) =>
  ({ context }: ReturnType<ListModelsRef['getSnapshot']>) =>
    FROM.every((name) => context.values[name] === values[name])
