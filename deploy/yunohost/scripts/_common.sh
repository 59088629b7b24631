#!/bin/bash
# YunoHost's core and helpers set app, install_dir, data_dir, domain and nodejs_dir.

# Installs the locked packages that the server runs with. Node 24 needs none that is compiled.
install_packages() {
    pushd "$install_dir" || ynh_die "$install_dir is not there"
    ynh_hide_warnings ynh_exec_as_app npm ci --omit=dev --ignore-scripts --no-audit --no-fund --cache "$install_dir/.npm"
    ynh_safe_rm "$install_dir/.npm"
    popd || ynh_die "the folder of the script is not there"
}

# Writes the settings of the server, of nginx and of systemd.
add_configuration() {
    ynh_config_add --template="env" --destination="$install_dir/.env"
    ynh_config_add_nginx
    ynh_config_add_systemd
    yunohost service add "$app" --description="Private boards with points, for couples and friends"
}

# Starts the server and waits until it says that it is open.
start_server() {
    ynh_systemctl --service="$app" --action="start" --wait_until="OU LA LA est ouvert" --log_path="systemd"
}

# Runs one of the app's own commands with its settings, as in: run_program backup /some/folder.
# The files that it makes as root belong to the owner of the data folder.
run_program() {
    local program="$1"
    shift
    "$nodejs_dir/node" --env-file="$install_dir/.env" "$install_dir/dist/server/$program.js" "$@"
}
