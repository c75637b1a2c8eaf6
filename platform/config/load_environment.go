package config

import "strings"

func (l *loader) readEnvironment(environ []string) {
	byVariable := map[string]keyField{}
	for _, k := range l.keys {
		byVariable[variableOf(k.name)] = k
	}
	for _, pair := range environ {
		variable, text, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(variable, envPrefix) || text == "" || isFromKubernetes(variable) {
			continue
		}
		k, known := byVariable[variable]
		if !known {
			l.report(variable, "unknown variable")
			continue
		}
		l.set[k.name] = true
		l.values[k.name] = givenValue{k.printable(text), variable}
		if err := k.setText(text); err != nil {
			l.broken[k.name] = true
			l.reportKey(k.name, err.Error())
		}
	}
}

// variableOf returns the environment variable of a key.
func variableOf(name string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

// isFromKubernetes reports whether Kubernetes sets the variable in every pod beside a service named
// orderd.
func isFromKubernetes(variable string) bool {
	rest := strings.TrimPrefix(variable, envPrefix)
	return strings.HasPrefix(rest, "SERVICE_") || rest == "PORT" || strings.HasPrefix(rest, "PORT_")
}
