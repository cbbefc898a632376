import { Box, chakra, Field, Input, Spinner, Text, Textarea } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useRef,
} from 'react'
import type { AnyActorRef } from 'xstate'
import type { FieldErrors } from '../../machines/shared/form/form.parts.ts'
import { Button } from './button.tsx'
import { isTooLong, Limit } from './limit.tsx'
import { Notice } from './notice.tsx'

/** The part of a form's machine that a view sees, whatever its values and other states. */
interface FormSnapshot {
  readonly context: {
    readonly values: object
    readonly fieldErrors: FieldErrors
    readonly error: string | null
    readonly code?: string | null
    readonly refusals: number
  }
  hasTag(tag: 'busy' | 'open'): boolean
}

/** A form of any values: parts read single fields by name. */
export interface AnyFormRef extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): FormSnapshot
  send(event: { type: 'field.changed'; name: string; value: unknown } | { type: 'form.submitted' }): void
}

/** The link beside a failure's reason; public pages have none. */
export const RemedyContext = createContext<ComponentType<{ code: string | null | undefined }> | null>(null)

const FormContext = createContext<AnyFormRef | null>(null)

export function useForm() {
  const form = use(FormContext)
  if (!form) throw new Error('a form part stands outside of <Form>')
  return form
}

export const useFieldValue = (name: string) =>
  useSelector(useForm(), ({ context }) => context.values[name as never] as unknown)

export const useFormValues = () =>
  useSelector(useForm(), ({ context }) => context.values as Readonly<Record<string, unknown>>)

export const useFieldError = (name: string) =>
  useSelector(useForm(), ({ context }) => context.fieldErrors[name] ?? null)

/** Sends events to the form's machine; after a refusal, the caret moves to the first invalid field. */
export function Form({
  actor,
  children,
  ...props
}: { actor: AnyFormRef; children: ReactNode } & Omit<ComponentProps<typeof chakra.form>, 'children'>) {
  const element = useRef<HTMLFormElement>(null)
  const refusals = useSelector(actor, ({ context }) => context.refusals)
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <FormContext value={actor}>
      <chakra.form
        ref={element}
        noValidate
        // A native submit would put a password into the address.
        method="post"
        display="grid"
        gap="4"
        {...props}
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'form.submitted' })
        }}
      >
        {children}
      </chakra.form>
    </FormContext>
  )
}

/** The error of the whole form. */
export function FormError() {
  const error = useSelector(useForm(), ({ context }) => context.error)
  const code = useSelector(useForm(), (form) => form.context.code)
  const Remedy = use(RemedyContext)
  if (!error) return null
  return (
    <Notice tone="error">
      {error}
      {Remedy && <Remedy code={code} />}
    </Notice>
  )
}

interface TextFieldProps {
  name: string
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  type?: 'text' | 'email' | 'password' | undefined
  autoComplete?: string
  inputMode?: 'numeric'
  rows?: number
  /** The server's maximum; more can be typed, with a message. */
  maxLength?: number
  placeholder?: string
  required?: boolean
  autoFocus?: boolean
  /** Shown with its error, but read-only. */
  readOnly?: boolean
}

/** One line, or several with `rows`. Its error is shown beside it. */
export function TextField({
  name,
  label,
  aside,
  hint,
  rows,
  type = 'text',
  maxLength,
  required,
  ...input
}: TextFieldProps) {
  const form = useForm()
  const value = useFieldValue(name) as string
  const error = useFieldError(name)
  const props = {
    ...input,
    name,
    value,
    // In a dialog, the dialog sets the focus.
    'data-autofocus': input.autoFocus,
    onChange: (event: { target: { value: string } }) =>
      form.send({ type: 'field.changed', name, value: event.target.value }),
  }
  return (
    <Field.Root invalid={error !== null || isTooLong(value, maxLength)} required={required ?? false}>
      <Box display="flex" justifyContent="space-between" alignItems="baseline" width="full">
        <Field.Label>{label}</Field.Label>
        {typeof aside === 'string' ? (
          <Text as="span" textStyle="small" color="ink.3">
            {aside}
          </Text>
        ) : (
          aside
        )}
      </Box>
      {rows ? <Textarea rows={rows} {...props} /> : <Input type={type} {...props} />}
      <Limit text={value} max={maxLength} />
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
      {hint && !error && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  )
}

/** The only primary button; while the machine is busy, it says so and is disabled. */
export function SubmitButton({
  children,
  busy,
  ...props
}: { children: ReactNode; busy: string } & ComponentProps<typeof Button>) {
  const submitting = useSelector(useForm(), (form) => form.hasTag('busy'))
  return (
    <Button type="submit" variant="primary" disabled={submitting} {...props}>
      {submitting ? (
        <>
          <Spinner aria-hidden />
          {busy}
        </>
      ) : (
        children
      )}
    </Button>
  )
}
