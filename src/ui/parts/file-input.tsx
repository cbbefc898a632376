import { chakra } from '@chakra-ui/react'
import type { Ref } from 'react'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  /** Endings and types, as the attribute takes them. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Files of the device, chosen by a button that clicks it; what a browser draws for it is not shown. */
export const FileInput = ({ label, onFiles, ...input }: FileInputProps) => (
  <chakra.input
    {...input}
    type="file"
    aria-label={label}
    srOnly
    tabIndex={-1}
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // The same file may be chosen again.
      target.value = ''
    }}
  />
)
