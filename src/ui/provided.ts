import { createContext, use } from 'react'

/** A context that has to be provided, and the hook that reads it. */
export const createProvided = <Value>(name: string) => {
  const Context = createContext<Value | null>(null)
  const useValue = () => {
    const value = use(Context)
    if (value === null) throw new Error(`${name} is used outside of its provider`)
    return value
  }
  return [Context, useValue] as const
}
