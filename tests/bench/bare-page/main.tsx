import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The form of the log-in page with React alone: what our pages are measured against. */
function LogIn() {
  const [values, setValues] = useState({ email: '', password: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void fetch('/api/v1/login', { method: 'POST', body: new URLSearchParams(values) })
  }
  return (
    <main>
      <h1>Welcome back.</h1>
      <form onSubmit={submit}>
        {(['email', 'password'] as const).map((name) => (
          <label key={name}>
            {name}
            <input
              name={name}
              type={name}
              value={values[name]}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          </label>
        ))}
        <button type="submit">Log in</button>
      </form>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<LogIn />)
